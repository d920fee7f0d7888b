// The libraries that pi calls a service through wait for as long as the service asks them to, hours where a plan is used up, and
// say nothing. A wait that long is for the harness: it knows other agents, and tells the person.

/** The longest wait that is left to the program, seconds. */
const patience = 60;

/** Turns an answer that asks for a long wait into one that fails at once and names the end of the wait. */
export default function limits() {
  const { fetch } = globalThis;
  globalThis.fetch = async (...request) => {
    const answer = await fetch(...request);
    const seconds = secondsOf(answer.headers.get("retry-after"));
    if (answer.ok || !(seconds > patience)) return answer;
    const told = await answer.text();
    // Where a plan has a reset of its own, Retry-After is only when to ask again.
    const reset = Number(answer.headers.get("anthropic-ratelimit-unified-reset"));
    const resets = reset > 0 ? reset : Math.round(Date.now() / 1000 + seconds);
    const error = { type: "usage_limit_reached", resets_at: resets, message: messageOf(told) };
    const headers = { "content-type": "application/json", "x-should-retry": "false" };
    return new Response(JSON.stringify({ error }), { status: answer.status, headers });
  };
}

/** Retry-After is a number of seconds or a date. */
function secondsOf(text) {
  if (text === null) return 0;
  const number = Number(text);
  return Number.isNaN(number) ? (Date.parse(text) - Date.now()) / 1000 : number;
}

function messageOf(text) {
  try {
    const { error, message } = JSON.parse(text);
    return error?.message ?? message ?? text.slice(0, 500);
  } catch {
    return text.slice(0, 500);
  }
}
