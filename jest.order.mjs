import Sequencer from '@jest/test-sequencer';

/** Tests of the whole system take the longest, which their size does not show: each of them early, and another kind beside it. */
export default class Order extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    const isWhole = ({ path }) => path.includes('/e2e/');
    const [whole, others] = [sorted.filter(isWhole), sorted.filter((test) => !isWhole(test))];
    return [...whole.flatMap((test, i) => [test, ...others.slice(i, i + 1)]), ...others.slice(whole.length)];
  }
}
