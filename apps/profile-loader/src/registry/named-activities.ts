import type { Document } from '@vigia/contracts';
import { sql, type Database } from '@vigia/database';
import type { SourceAnswer, SourceConnector } from '../domain/source-answer.js';
import { originOf, type Version } from './registry-reader.js';

/** `4711`, `CIIU 4711` or `Principal - 4711`, with no name after it. */
const onlyCode = /^((?:principal|secundari[ao](?: \d)?) ?- ?)?(?:ciiu )?(\d{2,4})(?: ?-)?$/i;

interface Known {
  version: Version | null;
  names: Record<string, string>;
}

/**
 * Economic activities that a source gives only by code get their name from the classification in force. An unknown code stays as it came:
 * no name is invented.
 */
export class NamedActivities implements SourceConnector {
  constructor(
    private readonly connector: SourceConnector,
    private readonly database: Database,
  ) {}

  async ask(document: Document, signal: AbortSignal): Promise<SourceAnswer> {
    const answer = await this.connector.ask(document, signal);
    if (answer.outcome !== 'data') return answer;
    const given = textsIn(answer.data, 'actividades_economicas');
    const codes = given.map(codeIn).filter((code) => code !== undefined);
    if (codes.length === 0) return answer;
    const { version, names } = await this.find(codes);
    if (!version || Object.keys(names).length === 0) return answer;
    const named = given.map((activity) => withName(activity, names));
    const fields = { ...answer.trail?.fields, 'actividades_economicas/nombre': originOf(version) };
    return { ...answer, data: { ...answer.data, actividades_economicas: named }, trail: { ...answer.trail, fields } };
  }

  private async find(codes: string[]): Promise<Known> {
    const [known] = await this.database.rows<Known>(
      sql`SELECT
         (SELECT jsonb_build_object('dataset', dataset, 'label', label, 'day', published_on) FROM registry.current_version WHERE dataset = 'ciiu') AS version,
         (SELECT coalesce(jsonb_object_agg(code, name), '{}') FROM registry.current_activity WHERE code = ANY($1)) AS names`,
      [codes],
    );
    return known!;
  }
}

function textsIn(data: object, field: string): string[] {
  const value = (data as Record<string, unknown>)[field];
  return Array.isArray(value) && value.every((one) => typeof one === 'string') ? value : [];
}

const spaced = (activity: string) => activity.replaceAll(/\s+/g, ' ').trim();
const codeIn = (activity: string) => onlyCode.exec(spaced(activity))?.[2];

/** As SUNAT writes it: `Principal - 4711 - VENTA AL POR MENOR…`. */
function withName(activity: string, names: Record<string, string>): string {
  const [, rank = '', code = ''] = onlyCode.exec(spaced(activity)) ?? [];
  const name = names[code];
  return name === undefined ? activity : `${rank}${code} - ${name}`;
}
