import { screeningEntities } from './screening.js';
import { loadEntities } from './loads.js';
import { portfolioEntities } from './portfolio.js';
import { sectionEntities } from './sections.js';
import { sourceEntities } from './sources.js';

export type * from './screening.js';
export type * from './loads.js';
export type * from './portfolio.js';
export type * from './sections.js';
export type * from './sources.js';

export const profileEntities = [...screeningEntities, ...loadEntities, ...portfolioEntities, ...sectionEntities, ...sourceEntities];
