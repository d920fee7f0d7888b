import { actionText, type AgentNews } from "./activity.ts";

/** An event of an agent's stream as text for people; null for what says nothing. Not escaped, may hold line breaks in what the agent said. */
export function agentLine(news: AgentNews): string | null {
  switch (news.type) {
    case "session":
      return `-- session${news.model === null ? "" : `, model ${news.model}`}`;
    case "text":
      return news.text.trim() === "" ? null : `${news.sub ? "sub-agent: " : ""}${news.text.trim()}`;
    case "tool":
      return `> ${actionText({ kind: "tool", text: news.name, input: news.input, bySubAgent: news.sub, at: 0 }).replaceAll(/\s+/g, " ").slice(0, longest)}`;
    case "sub-agent":
      return `> starts sub-agent ${news.name}`;
    case "tool-result":
      return news.isError ? "  failed" : null;
    case "limit":
      return `! limit: ${news.limit.text}`;
    case "retry":
      return `! tries again: ${news.reason}`;
    case "denied":
      return `! ${news.denial.tool} was refused: ${news.denial.reason}`;
    case "error":
      return `! error: ${news.message}`;
    case "usage":
    case "cost":
    case "end":
      return null;
  }
}

const longest = 300;
