import { run } from 'jest';

const tiers = ['unit', 'service', 'system'];

/** `npm test -- unit service libs/messaging`: first the tiers, then arguments for Jest. */
const asked = process.argv.slice(2);
const end = asked.findIndex((argument) => !tiers.includes(argument));
const [chosen, others] = end === -1 ? [asked, []] : [asked.slice(0, end), asked.slice(end)];

// The project names would consume every argument up to the next option.
await run(chosen.length > 0 ? [...others, '--selectProjects', ...chosen] : others);
