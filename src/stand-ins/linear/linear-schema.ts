/**
 * The part of Linear's schema that is played here, written by ourselves. A test holds each type, field, argument and nullability of it
 * against the official one.
 */
export const linearSchema = /* GraphQL */ `
  scalar DateTime

  type Query {
    viewer: User!
    issue(id: String!): Issue!
    issues(after: String, first: Int, includeArchived: Boolean, filter: IssueFilter): IssueConnection!
    issueLabels(after: String, first: Int, filter: IssueLabelFilter): IssueLabelConnection!
    projects(after: String, first: Int, filter: ProjectFilter): ProjectConnection!
  }

  type Mutation {
    commentCreate(input: CommentCreateInput!): CommentPayload!
    issueCreate(input: IssueCreateInput!): IssuePayload!
    issueLabelCreate(input: IssueLabelCreateInput!): IssueLabelPayload!
    issueUpdate(id: String!, input: IssueUpdateInput!): IssuePayload!
  }

  type PageInfo {
    endCursor: String
    hasNextPage: Boolean!
  }

  type User {
    id: ID!
    name: String!
    email: String!
    isMe: Boolean!
  }

  type Team {
    id: ID!
    key: String!
    name: String!
    labels(after: String, first: Int, filter: IssueLabelFilter): IssueLabelConnection!
    states(after: String, first: Int): WorkflowStateConnection!
  }

  type WorkflowState {
    id: ID!
    name: String!
    position: Float!
    team: Team!
    type: String!
  }

  type Project {
    id: ID!
    name: String!
    slugId: String!
    url: String!
    issues(after: String, first: Int, includeArchived: Boolean, filter: IssueFilter): IssueConnection!
    projectMilestones(after: String, first: Int): ProjectMilestoneConnection!
    teams(after: String, first: Int): TeamConnection!
  }

  type ProjectMilestone {
    id: ID!
    name: String!
  }

  type Cycle {
    id: ID!
    name: String
    number: Float!
  }

  type IssueLabel {
    id: ID!
    isGroup: Boolean!
    name: String!
    team: Team
  }

  type IssueRelation {
    id: ID!
    issue: Issue!
    relatedIssue: Issue!
    type: String!
  }

  type IssueHistory {
    id: ID!
    actorId: String
    createdAt: DateTime!
    fromStateId: String
    toStateId: String
  }

  type Comment {
    id: ID!
    body: String!
    createdAt: DateTime!
    issueId: String
    user: User
  }

  type Issue {
    id: ID!
    archivedAt: DateTime
    assignee: User
    branchName: String!
    children(after: String, first: Int, includeArchived: Boolean): IssueConnection!
    comments(after: String, first: Int, filter: CommentFilter): CommentConnection!
    createdAt: DateTime!
    cycle: Cycle
    description: String
    history(after: String, first: Int): IssueHistoryConnection!
    identifier: String!
    inverseRelations(after: String, first: Int): IssueRelationConnection!
    labels(after: String, first: Int): IssueLabelConnection!
    number: Float!
    parent: Issue
    priority: Float!
    project: Project
    projectMilestone: ProjectMilestone
    relations(after: String, first: Int): IssueRelationConnection!
    state: WorkflowState!
    team: Team!
    title: String!
    trashed: Boolean
    updatedAt: DateTime!
    url: String!
  }

  type CommentConnection {
    nodes: [Comment!]!
    pageInfo: PageInfo!
  }
  type IssueConnection {
    nodes: [Issue!]!
    pageInfo: PageInfo!
  }
  type IssueHistoryConnection {
    nodes: [IssueHistory!]!
    pageInfo: PageInfo!
  }
  type IssueLabelConnection {
    nodes: [IssueLabel!]!
    pageInfo: PageInfo!
  }
  type IssueRelationConnection {
    nodes: [IssueRelation!]!
    pageInfo: PageInfo!
  }
  type ProjectConnection {
    nodes: [Project!]!
    pageInfo: PageInfo!
  }
  type ProjectMilestoneConnection {
    nodes: [ProjectMilestone!]!
    pageInfo: PageInfo!
  }
  type TeamConnection {
    nodes: [Team!]!
    pageInfo: PageInfo!
  }
  type WorkflowStateConnection {
    nodes: [WorkflowState!]!
    pageInfo: PageInfo!
  }

  type CommentPayload {
    comment: Comment!
    success: Boolean!
  }
  type IssuePayload {
    issue: Issue
    success: Boolean!
  }
  type IssueLabelPayload {
    issueLabel: IssueLabel!
    success: Boolean!
  }

  input StringComparator {
    contains: String
    eq: String
    eqIgnoreCase: String
    in: [String!]
  }
  input BooleanComparator {
    eq: Boolean
  }
  input IDComparator {
    eq: ID
    in: [ID!]
  }
  input UserFilter {
    isMe: BooleanComparator
  }
  input CommentFilter {
    body: StringComparator
    user: UserFilter
  }
  input IssueLabelFilter {
    name: StringComparator
    or: [IssueLabelFilter!]
  }
  input NullableProjectFilter {
    id: IDComparator
  }
  input IssueFilter {
    project: NullableProjectFilter
  }
  input ProjectFilter {
    name: StringComparator
    or: [ProjectFilter!]
    slugId: StringComparator
  }

  input CommentCreateInput {
    body: String
    id: String
    issueId: String
  }
  input IssueLabelCreateInput {
    name: String!
    teamId: String
  }
  input IssueUpdateInput {
    addedLabelIds: [String!]
    assigneeId: String
    removedLabelIds: [String!]
    stateId: String
  }
  input IssueCreateInput {
    assigneeId: String
    description: String
    id: String
    labelIds: [String!]
    parentId: String
    priority: Int
    projectId: String
    projectMilestoneId: String
    stateId: String
    teamId: String!
    title: String
  }
`;
