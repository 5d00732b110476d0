import { count } from '#language/money.ts';
import type { es } from './words.es.ts';

export const en: typeof es = {
  sources: 'Sources',
  everySource: 'See every source',
  work: 'Work of the services',
  queues: 'See queues and overdue work',
  nothingLate: 'Nothing is overdue',
  late: (rows, isMore) => `${count(rows)} ${isMore ? 'or more overdue rows' : rows === 1 ? 'overdue row' : 'overdue rows'}`,
  notCounted: 'Some of the overdue work could not be counted',
  brokerAway: 'The broker does not answer',
  refused: (messages) => `${count(messages)} ${messages === 1 ? 'refused message' : 'refused messages'}`,
  data: 'Data',
  everyDataset: 'See registers and lists',
  customers: 'Customers',
  customersMore: 'Contracts and months, users and credentials of each corporation.',
  corporations: 'See the corporations',
  done: 'Activity',
  doneMore: 'Who did what in each corporation and on the platform.',
  activity: 'See the activity',
};
