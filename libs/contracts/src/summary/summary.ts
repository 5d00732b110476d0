import { type Static, type TSchema, Type } from 'typebox';
import { profileStates } from '../schema/vocabulary.js';
import { type Section, sections, sectionsV1 } from '../sources/catalogue.js';
import {
  alertaComplianceSection,
  alertaComplianceSectionV1,
  alertaServicioSection,
  alertaServicioSectionV1,
  alertaTerceroSection,
} from './alertas.js';
import { boletinSection } from './boletin.js';
import { comercioExteriorSection, comercioExteriorSectionV1 } from './comercio-exterior.js';
import { group, nullable, text } from '../schema/fields.js';
import { v1Name, codesWithData, codesWithoutData } from './sections.js';
import { finanzasSection, finanzasSectionV1 } from './finanzas.js';
import { identificacionSection } from './identificacion.js';
import { judicialSection } from './judicial.js';
import { laboralSection } from './laboral.js';
import { legalSection } from './legal.js';

const contents = {
  identificacion: identificacionSection,
  finanzas: finanzasSection,
  legal: legalSection,
  boletin: boletinSection,
  comercio_exterior: comercioExteriorSection,
  laboral: laboralSection,
  judicial: judicialSection,
  alerta_servicio: alertaServicioSection,
  alerta_tercero: alertaTerceroSection,
  alerta_compliance: alertaComplianceSection,
} as const satisfies Record<Section, TSchema>;

/** The `data` of a section that has content. */
export type SectionContents = { [S in Section]: Static<(typeof contents)[S]> };

const contentsV1: Record<(typeof sectionsV1)[number], TSchema> = {
  ...contents,
  finanzas: finanzasSectionV1,
  comercio_exterior: comercioExteriorSectionV1,
  alerta_servicio: alertaServicioSectionV1,
  alerta_compliance: alertaComplianceSectionV1,
};

const withoutData = group('SeccionSinDatos', {
  statusCode: Type.Enum([...codesWithoutData], {
    title: 'CodigoSinDatos',
    description:
      'SH20: still loading; SH30: outside the plan, or none of its sources is contracted; SH40: not applicable to this kind of document; SH50: no source has data, and at least one could not be read; in `identificacion` also that the register knows nobody with the number, and in `alerta_servicio` and `alerta_compliance` that nothing was scored or screened; SH51: no source has data, and those that could not be read did not answer in time',
  }),
  data: group('SinDatos', {}),
});

/**
 * Two shapes that a client tells apart by their codes. Generated clients would misread a single content that is either complete or empty.
 */
const wrapped = <T extends TSchema>(content: T & { title?: string }) => {
  const statusCode = Type.Enum([...codesWithData], {
    title: 'CodigoConDatos',
    description: 'SH10: with data, of one source at least; SH11: the sources have nothing registered',
  });
  return Type.Union([group(`${content.title}ConDatos`, { statusCode, data: content }), withoutData], { title: `Seccion${content.title}` });
};

const wrappedContents = Object.fromEntries(sections.map((section) => [section, wrapped(contents[section])])) as {
  [S in Section]: ReturnType<typeof wrapped<(typeof contents)[S]>>;
};

const root = {
  taxId: text('document number of the profile'),
  activo: Type.Boolean({ description: 'whether the profile is active in the service' }),
};

/** The `data` of a summary as v2 sends it, sections in the order of the contract. */
export const summaryV2 = group('ResumenV2', {
  ...root,
  estado: Type.Enum(['succeeded', 'partial', 'failed', 'loading'], { description: 'state of the last load' }),
  subhelpers_fallidos: Type.Array(Type.String(), { description: 'sources that failed in the last load; empty: none' }),
  ...wrappedContents,
});
export type SummaryV2 = Static<typeof summaryV2>;

/** The `data` of a summary as v1 sends it; a section without content is null. */
export const summaryV1 = group('ResumenV1', {
  ...root,
  ...Object.fromEntries(sectionsV1.map((section) => [v1Name(section), nullable(contentsV1[section])])),
});

const head = { triggerId: text('id of the event, the same in every delivery of the event'), taxId: text('document number of the profile') };

const untilAnnounced = 'It stays in v1 until a date that is announced when v2 is stable.';

/** The body that a delivery carries, by the version of the configuration. */
export const webhookBody = {
  v1: group('EntregaResumenV1', {
    ...head,
    profileLoadStatus: Type.Enum([...profileStates], {
      description:
        'how the last load ended; if it still runs after the time that the operator allows, 30 minutes by default, what is known of it so far. ' +
        `In v2, \`data.estado\` takes its place. ${untilAnnounced}`,
      deprecated: true,
    }),
    failedSubhelpers: nullable(Type.Array(Type.String()), {
      description: `sources that failed in a partial load; null after any other load. In v2, \`data.subhelpers_fallidos\` takes its place. ${untilAnnounced}`,
      deprecated: true,
    }),
    data: summaryV1,
  }),
  v2: group('EntregaResumenV2', { ...head, data: summaryV2 }),
};
