import type { DatasetStatus } from '@vigia/contracts';
import { attention, fine, type Check, type Finding } from './finding.js';

const check = 'registers and lists';

export const checkDatasets: Check = async ({ ask }) => judgeDatasets((await ask('datasets.list', {})).datasets);

export function judgeDatasets(datasets: DatasetStatus[]): Finding[] {
  const inForce = datasets.filter(({ current }) => current);
  const names = (some: DatasetStatus[]) => some.map(({ dataset }) => dataset).join(', ');
  const late = datasets.filter(({ isLate }) => isLate);
  const failed = datasets.filter(({ latest }) => latest && ['failed', 'refused'].includes(latest.state));
  const missing = datasets.filter(({ missingWeek }) => missingWeek);
  const paused = datasets.filter(({ pause }) => pause);
  const lists = inForce.filter(({ kind }) => kind === 'list');
  return [
    fine(check, `${inForce.length} in force`),
    ...(lists.length === 0
      ? [
          attention(
            check,
            'no list of sanctions is in force: nobody is screened',
            'Import those of the world: `dataset import un` and others, README.md.',
          ),
        ]
      : []),
    ...(late.length > 0 ? [attention(check, `late: ${names(late)}`, 'See docs/runbooks/VigiaDatasetLate.md.')] : []),
    ...(failed.length > 0 ? [attention(check, `not taken: ${names(failed)}`, '`dataset versions <name>` says why.')] : []),
    ...missing.map(({ dataset, missingWeek }) =>
      attention(check, `${dataset} misses ${missingWeek!.week}, gone by ${missingWeek!.leavesOn}`, `\`dataset import ${dataset}\`.`),
    ),
    ...(paused.length > 0 ? [attention(check, `paused: ${names(paused)}`, 'If the reason is gone: `dataset resume <name>`.')] : []),
  ];
}
