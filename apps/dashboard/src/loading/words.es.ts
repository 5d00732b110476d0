import type { DocType, RefusalTexts } from '@vigia/contracts';
import { day } from '#language/day.ts';
import { looksLike } from '#language/looks-like.ts';
import { count } from '#language/money.ts';
import type { Fault } from './typed-list.ts';

const documentos = (n: number) => (n === 1 ? '1 documento' : `${count(n)} documentos`);
const solicitudes = (n: number) => (n === 1 ? '1 solicitud' : `${n} solicitudes`);

interface Kind {
  kind: 'load' | 'update';
  docType: DocType | null;
  mode: 'monitoring' | 'query' | null;
  months: number | null;
}

interface Counted extends Pick<Kind, 'kind'> {
  counts: { loading: number; loaded: number; skipped: number; failed: number };
}

/** As it was during the load, whose page is read months later, too. */
const refused: RefusalTexts = {
  not_active: () => 'No estaba activo en su portafolio.',
  contract_not_active({ endedOn, beginsOn }) {
    const around = [endedOn && `el último terminó el ${day(endedOn)}`, beginsOn && `el siguiente empezaba el ${day(beginsOn)}`];
    return `${['No había un contrato vigente', around.filter(Boolean).join(' y ')].filter(Boolean).join(': ')}.`;
  },
  months_exceed_contract: ({ fittingMonths, endsOn }) =>
    `El contrato terminaba el ${day(endsOn)}: ${fittingMonths === 1 ? 'cabía hasta 1 mes' : `cabían hasta ${fittingMonths} meses`}.`,
  quota_insufficient: ({ available }) =>
    `La cuota no alcanzaba: ${available === 1 ? 'quedaba 1 mes' : `quedaban ${count(available)} meses`}.`,
  monitoring_expired: ({ endedOn }) =>
    endedOn === null
      ? 'El monitoreo de este perfil cambió o terminó mientras se actualizaba.'
      : `El monitoreo de este perfil había vencido el ${day(endedOn)}.`,
};

export const es = {
  title: 'Cargar documentos',
  what: 'Agregue perfiles a su portafolio. Se consulta a las fuentes de las que no hay una respuesta reciente; suele tomar entre 1 y 45 segundos por documento.',
  notAllowed: 'Su rol permite ver las cargas, no iniciarlas. Pida a un administrador el rol de analista.',
  history: 'Cargas anteriores',
  nothingYet: 'Todavía no hay cargas',
  nothingYetWhat: 'Aquí verá cada carga, hecha en esta página o por la API, y lo que pasó con cada documento.',
  docType: 'Tipo de documento',
  documentsLabel: 'Documentos',
  documentsHint: 'Uno por línea, escritos, pegados o de un archivo CSV (se lee la primera columna).',
  placeholder: { RUC: '20990000019\n20990000027', DNI: '99990002', CE: 'SIM000001' } as Record<DocType, string>,
  notAdded: (document: string) => `${document} no está en el formulario`,
  notAddedWhy: (docType: string) => `Tiene una lista de ${docType} sin enviar: envíela primero o reemplácela.`,
  replaceBy: (document: string) => `Reemplazar por ${document}`,
  fromFile: 'Elegir archivo CSV',
  ready: (ready: number, faulty: number) =>
    `${ready === 1 ? '1 listo' : `${count(ready)} listos`} para cargar${faulty > 0 ? `, ${count(faulty)} con problemas` : ''}`,
  notSent: (n: number) => (n === 1 ? '1 línea no se enviará' : `${count(n)} líneas no se enviarán`),
  moreNotSent: (n: number) => (n === 1 ? 'Y 1 línea más.' : `Y ${count(n)} líneas más.`),
  lineAt: (line: number) => `Línea ${line}`,
  fault(fault: Fault, docType: DocType): string {
    switch (fault.why) {
      case 'repeated':
        return 'Está repetido: se carga una sola vez';
      case 'check_digit':
        return 'El dígito verificador no es correcto';
      case 'other_kind':
        return looksLike.es(fault.kinds, docType);
      case 'says_other_kind':
        return `Dice que es un ${fault.kind}, no un ${docType}`;
      case 'several':
        return 'Tiene varios documentos: escriba uno por línea. Si son columnas, ponga sus nombres en la primera línea';
      case 'decimals':
        return 'Es un número con decimales: en su hoja de cálculo, dé formato de texto a la columna';
      case 'day':
        return 'Es una fecha: ponga la columna de los documentos en primer lugar';
      case 'malformed':
        return `No tiene la forma de un ${docType}`;
    }
  },
  mode: 'Para qué',
  monitoring: 'Monitoreo',
  query: 'Consulta de 48 horas',
  monitoringWhat: 'El perfil se mantiene al día por sí solo hasta su vencimiento.',
  queryWhat: 'El perfil se puede leer durante 48 horas y no se actualiza. No usa meses de la cuota.',
  asManyAsFit: 'Los que quepan en el contrato y la cuota',
  costLater: 'Escriba al menos un documento y verá aquí lo que costará, antes de cargar.',
  load: (n: number) => (n === 0 ? 'Cargar' : `Cargar ${documentos(n)}`),
  tooLong: (most: number) => `Una lista tiene hasta ${count(most)} documentos: divida la suya en varias.`,
  batches: (n: number) => `Se envían en ${n} solicitudes de hasta 100 documentos.`,
  sending: (sent: number, of: number) => `${sent} de ${of === 1 ? '1 solicitud enviada' : `${of} solicitudes enviadas`}.`,
  sendingWaits: (seconds: number) => `La siguiente espera ${seconds} s; no cierre esta página.`,
  sentWhole: (n: number) => `Su lista se envió completa: ${solicitudes(n)}.`,
  sentInPart: (sent: number, of: number) => `Su lista no se envió completa: ${sent} de ${solicitudes(of)}`,
  restWaits: 'El resto sigue en Cargar, listo para enviarse otra vez.',
  request: 'Solicitud',
  documents: documentos,
  kind: 'Tipo',
  kindOf({ kind, docType, mode, months }: Kind): string {
    if (kind === 'update') return 'Actualización forzada';
    const until = months === null ? '' : `, ${months === 1 ? '1 mes' : `${months} meses`}`;
    return `${docType} · ${mode === 'query' ? 'Consulta' : `Monitoreo${until}`}`;
  },
  result: 'Resultado',
  counts({ kind, counts: { loading, loaded, skipped, failed } }: Counted): string {
    const isUpdate = kind === 'update';
    const parts = [
      loading > 0 && `${count(loading)} en curso`,
      loaded > 0 && (loaded === 1 ? '1 listo' : `${count(loaded)} listos`),
      skipped > 0 && `${count(skipped)} sin cambios`,
      failed === 1 && (isUpdate ? '1 no se actualizó' : '1 no se cargó'),
      failed > 1 && `${count(failed)} no se ${isUpdate ? 'actualizaron' : 'cargaron'}`,
    ];
    return parts.filter(Boolean).join(', ');
  },
  state: 'Estado',
  states: { loading: 'En curso', settling: 'Cerrando', finished: 'Terminada', withFaults: 'Con problemas' },
  stayQueries: (n: number) => `${count(n)} en consulta, sin monitoreo`,
  who: 'Quién',
  when: 'Cuándo',
  detailWaiting: 'Carga',
  detailTitle: ({ kind }: Pick<Kind, 'kind'>, n: number) => `${kind === 'update' ? 'Actualización' : 'Carga'} de ${documentos(n)}`,
  copyResults: 'Copiar resultados',
  downloadCsv: 'Descargar CSV',
  another: 'Cargar más',
  progress: (done: number, of: number) => `${count(done)} de ${count(of)} ${of === 1 ? 'terminado' : 'terminados'}`,
  mayClose: 'Puede cerrar esta página: la carga continúa.',
  notMonitored: (n: number) =>
    n === 1 ? '1 perfil se cargó pero no quedó en monitoreo' : `${count(n)} perfiles se cargaron pero no quedaron en monitoreo`,
  notMonitoredWhat: 'La cuota cambió mientras se cargaba y el monitoreo venció de inmediato. No se cobraron sus meses.',
  onlyQueries: (n: number) => `${documentos(n)} ${n === 1 ? 'está' : 'están'} en consulta, sin monitoreo`,
  onlyQueriesWhat: (n: number): string =>
    n === 1
      ? 'Una carga no cambia lo que ya está en su portafolio. Cuando la consulta termine, no se podrá ver.'
      : 'Una carga no cambia lo que ya está en su portafolio. Cuando su consulta termine, no se podrán ver.',
  reactivate: (n: number) => (n === 1 ? 'Activar el monitoreo' : `Activar el monitoreo de los ${count(n)}`),
  documentsOfLoad: 'Documentos de la carga',
  firstItems: (shown: number, all: number) =>
    `Se muestran ${count(shown)} de ${count(all)} documentos, primero los que requieren atención. El CSV los tiene todos.`,
  document: 'Documento',
  detail: 'Detalle',
  itemLoading: (done: number, of: number) => (of > 0 ? `Cargando: ${done} de ${of}` : 'Cargando'),
  itemStates: { loading: 'Cargando', loaded: 'Listo', partial: 'Listo, incompleto', skipped: 'Sin cambios' },
  itemFailed: { load: 'No se cargó', update: 'No se actualizó' },
  skippedPresent: 'Ya estaba en su portafolio.',
  skippedLoading: 'Otra solicitud lo está cargando.',
  skippedLoadingQuery: 'Otra solicitud lo está cargando, en consulta: no quedará en monitoreo.',
  skippedQuery: (until: string | null) =>
    `Ya estaba en su portafolio. Ahora está en consulta${until === null ? '' : ` hasta el ${until}`}, sin monitoreo.`,
  skippedEnded: 'Ya estaba en su portafolio; su monitoreo o su consulta ya terminó.',
  notActivated: 'Se cargó, pero la cuota cambió durante la carga: no quedó en monitoreo y no usó meses.',
  accessEnded: 'Se cargó; su monitoreo o su consulta ya terminó.',
  partialWhat: 'Alguna fuente no respondió; esto no significa que no haya registros.',
  refused,
  failures: {
    taxpayer_not_found: 'Ningún contribuyente estaba registrado con este documento.',
    all_sources_failed: 'Ninguna fuente respondió. No se cobró nada.',
    billing_unavailable: 'No se pudo verificar la cuota. No se cargó ni se cobró nada.',
  } as Record<string, string>,
};
