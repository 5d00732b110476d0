import type { Static } from 'typebox';
import { sections, sectionsV1 } from '../sources/catalogue.js';
import { sampleDocument, sampleSections } from './sample-profile.js';
import { fragmentV1, fragmentV2 } from './sections.js';
import type { summaryV1, SummaryV2 } from './summary.js';
import { type ApiVersion, summaryText, type SummaryView } from './summary-view.js';

/** The sample profile as if it were read from the database. */
export const sampleView: Record<ApiVersion, SummaryView> = {
  v1: viewOf(sectionsV1.map((section) => fragmentV1(section, sampleSections.v1[section]))),
  v2: viewOf(sections.map((section) => fragmentV2(section, 'SH10', sampleSections.v2[section]))),
};

function viewOf(fragments: string[]): SummaryView {
  return { activo: true, estado: 'succeeded', failedSources: [], fragments };
}

const exampleOf = <Data>(version: ApiVersion) =>
  JSON.parse(summaryText(version, sampleDocument.taxId, sampleView[version])) as { statusCode: number; data: Data };

/** Its summaries. */
export const summaryExample = { v1: exampleOf<Static<typeof summaryV1>>('v1'), v2: exampleOf<SummaryV2>('v2') };
