/** A way of saying that all the work is done, and the expression that finds it in a clause of plain words in lower case. */
export interface Statement {
  readonly says: string;
  readonly pattern: RegExp;
}

const work =
  "(?:tasks?|items?|work|issues?|tickets?|requirements?|specs?|specifications?|stories|todos?|to-dos|boxes|checks|features|increments?|milestones?|criteria|steps|goals)";
const each =
  "(?:(?:the|these|those|of|my|our|its|\\d{1,5}|remaining|planned|open|listed|required|outstanding|assigned|other) ){0,3}";
const done =
  "(?:done|complete|completed|finished|closed|implemented|met|fulfilled|satisfied|resolved|delivered|accomplished|ticked off|ticked)";
const is = "(?: ?(?:is|are|was|were|'s|'re|has been|have been|stands|stand))?";
const now = "(?: (?:now|fully|all|also|successfully|already|100%|completely))?";
const plan =
  "(?:(?:whole|entire|full|complete) )?(?:project|plan|backlog|implementation|work|job|queue|campaign|feature set|product|migration|task list|todo list)";

// Without flags: under "iu" the engine takes a tenth of a second for the whole list before it has read a word.
const anchored = (source: string): RegExp => new RegExp(`\\b${source}(?![\\w-])`);

/** The statements. Each is about everything: that one task is done says nothing of the rest. */
export const statements: readonly Statement[] = [
  {
    says: "all done",
    pattern: anchored("(?:it's |it is |that's |we're |we are |i'm |i am )?all (?:done|finished|complete)"),
  },
  {
    says: "everything is done",
    pattern: anchored(`everything(?: else)?${is}${now} (?:${done}|in place|wrapped up|ready|taken care of)`),
  },
  {
    says: "everything passes",
    pattern: anchored(
      "everything(?: (?:now|still))?(?: (?:passes|passed|works|succeeds|succeeded)|(?: is|'s) (?:now )?(?:passing|green|working))",
    ),
  },
  {
    says: "all tasks are done",
    pattern: anchored(
      `(?:all|every|each)(?: of)? ${each}${work}(?: (?:of|in|from|on) (?:the|this) (?:plan|backlog|list|project|queue|spec))?${is}${now} ${done}`,
    ),
  },
  {
    says: "all tests pass",
    pattern: anchored(
      "(?:all|every)(?: of)? (?:(?:the|these|our|\\d{1,6}|unit|integration|existing) ){0,3}(?:tests?|checks?|gates?|suites?|specs)(?: (?:now|still))?(?: (?:pass|passes|passed)|(?: are| is|'re) (?:now )?(?:passing|green))",
    ),
  },
  {
    says: "all done by me",
    pattern: anchored(
      `(?:finished|completed|implemented|closed|delivered|done|resolved) (?:everything|all(?: of)? ${each}${work})`,
    ),
  },
  {
    says: "the plan is done",
    pattern: anchored(
      `(?:the|this|entire|whole|our) ${plan}(?: is|'s| has been| now stands)(?: (?:now|fully|feature|feature-)){0,2}[ -]?(?:done|complete|completed|finished)`,
    ),
  },
  {
    says: "work complete",
    pattern: anchored(
      "^(?:(?:all|the) )?(?:project|plan|work|implementation|backlog|mission) (?:complete|completed|finished|accomplished)$",
    ),
  },
  {
    says: "the plan is empty",
    pattern: anchored("(?:the|this) (?:plan|backlog|queue|task list|todo list)(?: is|'s)(?: now)? empty"),
  },
  {
    says: "no remaining work",
    pattern: anchored(
      `no (?:(?:remaining|outstanding|pending|unfinished|open|further|more|other|additional|actionable) ){1,2}${work}(?=$| (?:left|remains?|remaining|to do|in|on|under|for|at|here|there|exists?|found|anywhere|now|(?:is|are) left)\\b)`,
    ),
  },
  {
    says: "no work is left",
    pattern: anchored(
      `(?:no|zero) ${each}${work}(?: (?:is|are))? (?:remaining|remains?|left|open|outstanding|pending|to do)`,
    ),
  },
  {
    says: "nothing is left",
    pattern: anchored(
      "nothing(?: (?:else|more|further|meaningful))?(?: (?:is|was))? (?:left|remaining|remains|outstanding|pending)(?: to (?:do|implement|fix|build))?",
    ),
  },
  {
    says: "nothing more to do",
    pattern: anchored(
      "nothing (?:(?:else|more|further|meaningful|left) )(?:to|for me to|for us to) (?:do|implement|build|fix)",
    ),
  },
  {
    says: "we are done",
    pattern: anchored(
      "^(?:and )?(?:with that |so )?(?:we|i)(?:'re| are|'m| am) (?:all |now |completely |fully )?(?:done|finished)(?: here)?$",
    ),
  },
  {
    says: "that is everything",
    pattern: anchored("^that(?:'s| is) (?:everything|all of it|it for (?:the|this) (?:plan|project))$"),
  },
  {
    says: "ready for review",
    pattern: anchored(
      `(?:the )?(?:whole |entire )?(?:project|plan|implementation|product)(?: is|'s)?(?: now)? ready (?:for (?:review|release|hand-?over|delivery)|to (?:ship|release))`,
    ),
  },
];

const words = (list: string): RegExp => new RegExp(`(?<![\\w-])(?:${list})(?![\\w-])`);

/** Words in the same clause, before or behind the statement, that turn it into its opposite or into less than all. */
export const negations = words(
  "not|never|no longer|isn't|aren't|wasn't|weren't|hasn't|haven't|don't|doesn't|didn't|won't|can't|cannot|couldn't|shouldn't|wouldn't|\\w+n't|neither|nor|hardly|barely|nearly|almost|mostly|partly|partially|far from|yet to|fails? to|failed to|false|untrue|wrong|except|except for|apart from|aside from|other than|besides|but for|save for|without|unclear|doubt|premature|pretend|half|some|supposedly|allegedly|0 of|\\d+%",
);

/** Words before the statement that make it a condition, a plan, a wish, an order or somebody else's words. */
export const conditions = words(
  "if|when|whenever|once|until|till|unless|before|whether|in case|as soon as|provided|assuming|suppose|supposing|while|as long as|after|by the time|so that|in order|then|will|'ll|shall|would|could|should|may|might|must|can|going to|about to|to be|to get|to have|to see|needs?|wants?|hopes?|hoping|expects?|expected|plans? to|planned to|aims?|aiming|goal|target|try|trying|tries|ensure|ensures|ensuring|make sure|makes sure|making sure|verify that|verify|check that|check|confirm that|see that|want|next|let's|let us|soon|eventually|requires?|imagine|wish|claims?|claimed|says?|said|asks?|asked|states?|stated|reads?|titled|called|named|labelled|prints?|printed|logs|mentions?|mentioned|reported|reports|writes?|wrote|phrase|words?|string|message|i'll|we'll|you'll|they'll|it'll",
);

/** Words behind the statement that take it back or put it off. */
export const afterthoughts = words(
  "once|if|when|until|unless|as soon as|provided|assuming|for now|so far|with (?:the|this|that|task|step|phase|part|issue|item) ?\\w*|in (?:this|the) (?:task|step|phase|section|epic|file|module|loop|iteration)|for (?:this|the) (?:task|step|phase|section|epic|file|module|loop|iteration|issue|item|ticket)|of (?:this|the) (?:task|step|phase|section|issue|ticket)|here soon|later|tomorrow|soon|but|however|though|although|only|or so|is (?:false|wrong|untrue|premature|a lie)|would|will|should|yet",
);

/** What a sentence starts with where all of it is under a condition, or is a question. */
export const openings =
  /^(?:if|when|whenever|once|until|unless|as soon as|provided|assuming|suppose|should|is|are|was|were|do|does|did|has|have|can|could|will|would|in case|before|imagine|todo|fixme|goal|acceptance|definition of done|next|then)\b/iu;

/** What a later clause of the same sentence starts with where it takes back what was said. */
export const takesBack =
  /^(?:once|if|when|until|unless|except|apart from|aside from|other than|but|however|though|although|only|save for|not|provided|assuming|as soon as|pending)\b/iu;
