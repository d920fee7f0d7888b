/** What the items of a basket cost together, in cents. */
export const total = (items) => items.reduce((sum, { cents, count }) => sum + cents * count, 0);
