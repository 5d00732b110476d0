import type { DatasetStatus } from '@vigia/contracts';
import { attention, fine, type Check, type Finding } from './finding.js';

const check = 'registers and lists';

export const checkDatasets: Check = async ({ ask }) => {
  const { datasets, leftOver } = await ask('datasets.list', {});
  return judgeDatasets(datasets, leftOver);
};

export function judgeDatasets(datasets: DatasetStatus[], leftOver: string[]): Finding[] {
  const inForce = datasets.filter(({ current }) => current);
  const names = (some: DatasetStatus[]) => some.map(({ dataset }) => dataset).join(', ');
  const late = datasets.filter(({ isLate }) => isLate);
  // Nobody wants what is paused and not in force: it was retired, or never imported.
  const wanted = datasets.filter(({ current, pause }) => current || !pause);
  const failed = wanted.filter(({ latest }) => latest && ['failed', 'refused'].includes(latest.state));
  const missing = datasets.filter(({ missingWeek }) => missingWeek);
  const paused = wanted.filter(({ pause }) => pause);
  const unlicensed = inForce.filter(({ licenceMissing }) => licenceMissing);
  const lists = inForce.filter(({ kind }) => kind === 'list');
  return [
    fine(check, `${inForce.length} in force`),
    ...(lists.length === 0
      ? [
          attention(
            check,
            'no list of sanctions is in force',
            'Unless a provider does it, nobody is screened against real lists: import those that README.md names, for example with `dataset import un`.',
          ),
        ]
      : []),
    ...(late.length > 0 ? [attention(check, `late: ${names(late)}`, 'See docs/runbooks/VigiaDatasetLate.md.')] : []),
    ...(failed.length > 0
      ? [attention(check, `latest import refused or failed: ${names(failed)}`, 'Run `dataset versions <name>` to see why.')]
      : []),
    ...missing.map(({ dataset, missingWeek }) =>
      attention(
        check,
        `${dataset} lacks the week of ${missingWeek!.week}, published until ${missingWeek!.leavesOn}`,
        `Run \`dataset import ${dataset}\` by that day, with \`--accept\` if a check refuses the week.`,
      ),
    ),
    ...(unlicensed.length > 0
      ? [
          attention(
            check,
            `in force without a licence: ${names(unlicensed)}`,
            'If the licence is held, name it in VIGIA_DATA_LICENCES. If not, `dataset retire <name>` for a list; for a register, the kind `none` for its source (docs/sources.md).',
          ),
        ]
      : []),
    ...(leftOver.length > 0
      ? [
          attention(
            check,
            `in force although this release no longer has it: ${leftOver.join(', ')}`,
            'Nothing updates it. Unless a newer release has it, take it out of force with `dataset retire <name>`.',
          ),
        ]
      : []),
    ...(paused.length > 0
      ? [attention(check, `paused: ${names(paused)}`, 'Run `dataset resume <name>` once the reason no longer applies.')]
      : []),
  ];
}
