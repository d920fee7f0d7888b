// An agent's own tool for Linear: `node write-to-linear.mjs ADDRESS KEY ISSUE STATE [COMMENT]`. The comment comes first.
const [address, key, id, state, comment] = process.argv.slice(2);

async function ask(query, variables) {
  const response = await fetch(address, {
    method: "POST",
    headers: { authorization: key, "content-type": "application/json" },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = await response.json();
  if (errors !== undefined) throw new Error(JSON.stringify(errors));
  return data;
}

const { issue } = await ask(
  "query AgentReads($id: String!) { issue(id: $id) { id team { states(first: 50) { nodes { id name } } } } }",
  { id },
);
if (comment !== undefined)
  await ask("mutation AgentSays($input: CommentCreateInput!) { commentCreate(input: $input) { success } }", {
    input: { issueId: issue.id, body: comment },
  });
const stateId = issue.team.states.nodes.find(({ name }) => name === state).id;
await ask(
  "mutation AgentMoves($id: String!, $input: IssueUpdateInput!) { issueUpdate(id: $id, input: $input) { success } }",
  { id, input: { stateId } },
);
