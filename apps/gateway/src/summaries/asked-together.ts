interface Waiting<Question, Answer> {
  question: Question;
  resolve: (answer: Answer | undefined) => void;
  reject: (error: unknown) => void;
}

/** Enough that the database is never without one while another's answers are read. */
const mostUnderWay = 2;
const mostQuestions = 64;

/**
 * Questions that came in one turn of the event loop, or while others were under way, go to the database in one statement: sending one more
 * costs more than most answers. A question that comes alone waits for nothing.
 */
export class AskedTogether<Question, Answer> {
  private waiting: Waiting<Question, Answer>[] = [];
  private underWay = 0;
  private isDue = false;

  /** `ask` gives an answer for each question, in their order. */
  constructor(private readonly ask: (questions: Question[]) => Promise<readonly (Answer | undefined)[]>) {}

  answer(question: Question): Promise<Answer | undefined> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ question, resolve, reject });
      this.askSoon();
    });
  }

  private askSoon(): void {
    if (this.isDue || this.underWay === mostUnderWay || this.waiting.length === 0) return;
    this.isDue = true;
    setImmediate(() => {
      this.isDue = false;
      void this.askNext();
    });
  }

  private async askNext(): Promise<void> {
    const asked = this.waiting.splice(0, mostQuestions);
    this.underWay += 1;
    this.askSoon();
    try {
      const answers = await this.ask(asked.map(({ question }) => question));
      for (const [place, { resolve }] of asked.entries()) resolve(answers[place]);
    } catch (error) {
      for (const { reject } of asked) reject(error);
    } finally {
      this.underWay -= 1;
      this.askSoon();
    }
  }
}
