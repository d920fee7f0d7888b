import { historyContract } from "../../../testing/history-contract.ts";
import { shelfContract } from "../../../testing/shelf-contract.ts";
import { workspaceContract } from "../../../testing/workspace-contract.ts";
import { openWorkspace } from "./open-workspace.ts";

workspaceContract("git", openWorkspace);
historyContract("git", openWorkspace);
shelfContract("git", openWorkspace);
