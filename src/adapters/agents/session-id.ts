/** Most programs name their sessions by UUIDs. Anything else is a stray line, never to be resumed (F131). */
export const sessionIdPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
