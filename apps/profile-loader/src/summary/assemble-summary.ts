import { sections, sourcesOf, v1Name, type Document, type Section, type SourceName } from '@vigia/contracts';
import { sectionCode, type ClosedTask, type KeptAnswer } from '../domain/profile-state.js';
import { mappings } from '../sources/mappings.js';

export interface StoredAnswer extends KeptAnswer {
  answer: object | null;
}

/** Every section as the text that goes out, so that a read only joins texts. */
export function assembleSummary(
  document: Document,
  tasks: ClosedTask[],
  answers: StoredAnswer[],
): { fragmentsV1: string[]; fragmentsV2: string[] } {
  const parts = sections.map((section) => {
    const statusCode = sectionCode(section, tasks, answers);
    const hasContent = statusCode === 'SH10' || statusCode === 'SH11';
    const data = hasContent ? contentOf(section, document, answers) : null;
    return {
      v1: `${JSON.stringify(v1Name(section))}:${JSON.stringify(data)}`,
      v2: `${JSON.stringify(section)}:${JSON.stringify({ statusCode, data: data ?? {} })}`,
    };
  });
  return { fragmentsV1: parts.map(({ v1 }) => v1), fragmentsV2: parts.map(({ v2 }) => v2) };
}

function contentOf(section: Section, document: Document, answers: StoredAnswer[]): object {
  const contents = sourcesOf(section).map((source: SourceName) => {
    const raw = answers.find((answer) => answer.source === source)?.answer ?? null;
    return mappings[source].section(raw, document);
  });
  return Object.assign({}, ...contents);
}
