import type { Document } from '@vigia/contracts';
import { sql, type Database } from '@vigia/database';
import { printedText } from '../domain/register-values.js';
import { failed, type Origin, type SourceAnswer } from '../domain/source-answer.js';
import { filledIn } from '../sources/connector/overlay-connector.js';
import type { RegistryAnswer } from '../sources/identificacion/identificacion.js';
import { rucOf } from '../sources/providers/question.js';
import { consulted, consultedFields, consultedIn, type Consulted } from './consulted.js';
import { placeOf } from './domain/place.js';
import { printedDay } from './domain/register-texts.js';
import { originOf, type RegistryReader, type Version } from './registry-reader.js';

const padron = 'padron_reducido';

interface Found {
  versions: (Version & { scope: string | null })[];
  taxpayer: { name: string; status: string | null; condition: string | null; ubigeo: string | null; address: string | null } | null;
  marks: FoundMark[];
  premises: number;
  consulted: Record<string, unknown> | null;
}

/**
 * The padrón, and what an operator downloaded from the consulta múltiple: the newer of the two, with the fields that only the older one has.
 * If both are of the same day, the padrón counts as the newer. A note reports SUNAT's other registers.
 */
export const taxpayer: RegistryReader = { datasets: [padron, consulted], read };

async function read(database: Database, document: Document): Promise<SourceAnswer | undefined> {
  const ruc = rucOf(document);
  if (ruc === undefined) return { outcome: 'not_contracted' };
  const found = await find(database, ruc);
  const version = found.versions.find(({ dataset }) => dataset === padron);
  const asked = found.versions.find(({ dataset }) => dataset === consulted);
  if (!version && !found.consulted) return undefined;
  const notes = marksNote(found.marks, found.premises);
  const noted = notes.length > 0 ? { trail: { notes } } : {};
  const more = found.consulted && asked && answerOf(consultedFields(found.consulted, ruc), originOf(consultedIn(found.consulted, asked)));
  const isUnread = found.taxpayer?.name === '';
  if (isUnread && !more) return failed('malformed', { detail: 'its line in the padrón could not be read' });
  if (!found.taxpayer || !version || isUnread) {
    if (!more) return absent(document, ruc, version!);
    return { ...more, data: { ...more.data, nombre_o_razon_social: more.data.nombre_o_razon_social ?? ruc }, ...noted };
  }
  const base = answerOf(registered(found.taxpayer, ruc), originOf(version));
  if (!more) return { ...base, ...noted };
  const [newer, older] = more.observedAt > base.observedAt ? [more, base] : [base, more];
  return filledIn({ ...newer, ...noted }, older);
}

/** Several registers in one statement, so that all are read in one snapshot. */
async function find(database: Database, ruc: string): Promise<Found> {
  const [found] = await database.rows<Found>(
    sql`SELECT
       (SELECT coalesce(jsonb_agg(jsonb_build_object('dataset', dataset, 'label', label, 'day', published_on, 'scope', scope)), '[]')
         FROM registry.current_version WHERE dataset IN ('padron_reducido', 'consulta_multiple')) AS versions,
       (SELECT to_jsonb(one) FROM (SELECT name, status, condition, ubigeo, address FROM registry.current_taxpayer WHERE ruc = $1) AS one) AS taxpayer,
       (SELECT coalesce(jsonb_agg(jsonb_build_object('dataset', dataset, 'since', since) ORDER BY dataset), '[]')
         FROM registry.current_mark WHERE ruc = $1) AS marks,
       (SELECT count(*)::int FROM registry.current_premise WHERE ruc = $1) AS premises,
       (SELECT facts FROM registry.current_fact WHERE dataset = 'consulta_multiple' AND document = $1 ORDER BY line DESC LIMIT 1) AS consulted`,
    [ruc],
  );
  return found!;
}

function registered({ name, status, condition, ubigeo, address }: NonNullable<Found['taxpayer']>, ruc: string): RegistryAnswer {
  const street = printedText(address);
  const place = placeOf(ubigeo);
  const domicilio =
    street === null && place.departamento === null
      ? null
      : { tipo_via: null, nombre_via: street, numero: null, interior: null, urbanizacion: null, ...place };
  return {
    numero_ruc: ruc,
    nombre_o_razon_social: name,
    fecha_inscripcion: null,
    fecha_inicio_actividades: null,
    emisor_electronico_desde: null,
    afiliado_ple_desde: null,
    estado_contribuyente: status,
    condicion_contribuyente: condition,
    sistema_emision: null,
    actividad_comercio_exterior: null,
    actividades_economicas: [],
    comprobantes_electronicos: [],
    omisiones_tributarias: null,
    domicilio,
  };
}

function answerOf(data: Consulted, origin: Origin) {
  return { outcome: 'data' as const, data, ...origin };
}

/**
 * A padrón of all taxpayers shows that a number does not exist; a padrón of companies says nothing about persons. A DNI without a RUC is no
 * unknown number: the person pays no taxes, and nothing is registered.
 */
function absent({ docType }: Document, ruc: string, version: Found['versions'][number]): SourceAnswer {
  const isWithin = version.scope === 'all' || ruc.startsWith('20');
  if (!isWithin) return { outcome: 'not_contracted' };
  return docType === 'RUC' ? { outcome: 'unknown_taxpayer' } : { outcome: 'empty', ...originOf(version) };
}

interface FoundMark {
  dataset: string;
  since: string | null;
}

const names: Record<string, string> = {
  agentes_retencion: 'agente de retención',
  agentes_percepcion_combustibles: 'agente de percepción (combustibles)',
  agentes_percepcion_venta_interna: 'agente de percepción (venta interna)',
  buenos_contribuyentes: 'buen contribuyente',
};

/** Marks that have no field of their own in the summary, in words. */
function marksNote(marks: readonly FoundMark[], premises: number): string[] {
  const stands = marks.flatMap(({ dataset, since }) => {
    const name = names[dataset];
    const day = printedDay(since);
    return name ? [day ? `${name} desde el ${day}` : name] : [];
  });
  return [
    ...(stands.length > 0 ? [`Registros de SUNAT: ${stands.join('; ')}.`] : []),
    ...(premises > 0 ? [premises === 1 ? '1 local anexo.' : `${premises} locales anexos.`] : []),
  ];
}
