import type { TrafficLightWords } from '@vigia/contracts';

export const en: TrafficLightWords = {
  noValue: 'No value',
  unknown: (code) => `Code ${code}`,
  colours: { red: 'Red', yellow: 'Yellow', gray: 'Grey', green: 'Green', white: 'White' },
};
