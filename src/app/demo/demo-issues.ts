/** An issue of the demo's tracker. */
export interface DemoIssue {
  readonly title: string;
  readonly body: string;
  /** 1 is urgent, 4 can wait. */
  readonly priority: number;
  readonly needsHuman: boolean;
}

/** What the tracker of the demo holds, the first one first. The script of its agent knows them by their numbers. */
export const demoIssues: readonly DemoIssue[] = [
  {
    title: "Keep the zero of single cents",
    body: "`format(1205)` gives `12.5`.\n\n- [ ] it gives `12.05`",
    priority: 1,
    needsHuman: false,
  },
  {
    title: "Read a price that people write",
    body: "`parse(text)` gives the cents of `12.50`, `12,5` and `7`.\n\n- [ ] what is no price is refused",
    priority: 2,
    needsHuman: false,
  },
  {
    title: "Add prices",
    body: "`add(...cents)` gives their sum.\n\n- [ ] nothing is nothing",
    priority: 3,
    needsHuman: false,
  },
  {
    title: "Choose the currencies that we take",
    body: "Sales has to say which ones.",
    priority: 1,
    needsHuman: true,
  },
];
