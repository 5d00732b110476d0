import { day } from '#language/day.ts';
import { count } from '#language/money.ts';
import type { RefusalWords } from './refusal.ts';

const quantity = (amount: number, one: string, many: string) => `${count(amount)} ${amount === 1 ? one : many}`;

const peopleOf: Record<string, string> = {
  admin: 'administradores',
  analyst: 'analistas',
  member: 'usuarios de lectura',
  operator: 'operadores',
};
const either = new Intl.ListFormat('es-PE', { type: 'disjunction' });

/** What each refusal says to a person. A code without a text here gets the text of its status. */
export const es: RefusalWords = {
  byCode: {
    bad_request: () => 'Revise los datos: algún campo no es válido.',
    sign_in_failed: () => 'El correo o la contraseña no son correctos.',
    session_missing: () => 'Su sesión terminó. Ingrese de nuevo.',
    credentials_disabled: () =>
      'Su usuario está desactivado o su corporación está suspendida. Pida ayuda a un administrador o al operador de Vigía.',
    password_wrong: () => 'La contraseña actual no es correcta.',
    password_link_invalid: () => 'Este enlace ya se usó, venció o nunca existió. Pida otro a un administrador.',
    role_missing: ({ roles }) => `Su rol no permite esta acción: es para ${either.format(roles.map((role) => peopleOf[role] ?? role))}.`,
    other_site: () => 'Por seguridad, esta acción solo se acepta desde esta página.',
    other_user: () => 'En este navegador ya ingresó otra persona.',
    document_invalid: ({ docType }) => `No es un ${docType} válido.`,
    not_found: () => 'No existe, o no pertenece a su corporación.',
    profile_not_found: () => 'Su corporación no tiene este perfil.',
    taxpayer_not_found: ({ taxId }) => `Ningún contribuyente está registrado con el documento ${taxId}.`,
    dataset_changed: ({ inForce }) =>
      `Mientras tanto ${inForce === null ? 'dejó de haber una versión vigente' : `entró en vigencia otra versión (n.º ${inForce})`}. Esta vez no se hizo nada: cierre esta ventana y revise lo que está vigente antes de continuar.`,
    pause_changed: () =>
      'Mientras tanto las descargas se volvieron a pausar, quizá por otro motivo. Siguen en pausa: cierre esta ventana y revise el motivo antes de reanudarlas.',
    nobody_to_ask: () => 'No queda ningún RUC por consultar: todos tienen una respuesta o una consulta reciente.',
    email_taken: () => 'Ya existe un usuario con este correo.',
    last_admin: () => 'Es el último administrador activo: antes debe haber otro, con contraseña si este tiene una.',
    last_operator: () => 'Es el último operador activo: antes debe haber otro, con contraseña si este tiene una.',
    webhook_changed: () =>
      'Este webhook cambió después de que usted abrió el formulario. Esta vez no se guardó nada: ciérrelo, revise el webhook y edítelo de nuevo.',
    webhook_emptying: () => 'Todavía se están omitiendo los envíos pendientes de este webhook. Vuelva a activarlo en un minuto.',
    webhook_places_taken: () => 'Ya hay tres webhooks activos, el máximo. Desactive uno primero.',
    credentials_full: ({ most }) => `Ya hay ${most} credenciales activas, el máximo. Revoque una primero.`,
    users_full: ({ most }) => `Ya hay ${most} usuarios activos, el máximo. Desactive uno primero.`,
    views_full: ({ most }) => `Ya hay ${most} vistas, el máximo. Elimine una primero.`,
    webhooks_full: ({ most }) => `Ya tiene ${most} webhooks, el máximo. Edite uno de ellos.`,
    webhook_not_configured: () => 'Ningún webhook está activo: no hay a quién enviar el evento.',
    webhook_loading: ({ taxId }) => `Ya hay un evento de ${taxId} que espera su carga: se enviará cuando termine.`,
    webhook_inactive: () => 'El webhook está desactivado.',
    payload_purged: () =>
      'El cuerpo de esta entrega ya no se conserva: se guarda 90 días. Sin él no se puede reenviar ni comprobar una firma.',
    secret_key_wrong: () => 'No es el secreto que se preparó.',
    secret_prepared: () => 'Ya hay un secreto nuevo preparado: cambie a él o descártelo.',
    secret_not_prepared: () => 'No hay ningún secreto nuevo preparado.',
    secret_switched: () => 'El secreto nuevo ya firma: elimine primero el anterior, o vuelva a él.',
    secret_not_switched: () => 'El secreto no ha cambiado, así que no hay uno anterior.',
    contract_overlap: () => 'La corporación ya tiene un contrato en alguno de esos días.',
    monitoring_ending: () => 'Todavía está terminando el monitoreo del contrato mensual anterior. Inténtelo de nuevo en un minuto.',
    contract_ended: () => 'El contrato ya terminó: cree uno nuevo.',
    contract_end_too_early: () => 'Un contrato no puede terminar antes del día en que empieza.',
    contract_end_moved: ({ endsOn }) => `Otra persona cambió el fin mientras tanto: el contrato termina ahora el ${day(endsOn)}.`,
    contract_end_passed: () => 'El fin de un contrato no se puede pasar a un día anterior a hoy.',
    months_not_available: ({ available }) => `Solo hay ${quantity(available, 'mes disponible', 'meses disponibles')}.`,
    contract_not_active({ endedOn, beginsOn }) {
      const around = [endedOn && `el último terminó el ${day(endedOn)}`, beginsOn && `el siguiente empieza el ${day(beginsOn)}`];
      return `${['No hay un contrato vigente', around.filter(Boolean).join(' y ')].filter(Boolean).join(': ')}.`;
    },
    months_exceed_contract: ({ fittingMonths, endsOn }) =>
      `El contrato termina el ${day(endsOn)}: ${fittingMonths === 1 ? 'cabe' : 'caben'} hasta ${quantity(fittingMonths, 'mes', 'meses')}, contando el actual.`,
    quota_insufficient: ({ available, months, fittingMonths, fittingProfiles }) => {
      const ways = [
        fittingMonths > 0 && `hasta ${quantity(fittingMonths, 'mes', 'meses')} para todos`,
        fittingProfiles > 0 && `${quantity(fittingProfiles, 'perfil', 'perfiles')} por ${quantity(months, 'mes', 'meses')}`,
      ].filter(Boolean);
      const left = available === 1 ? 'queda 1 mes y no alcanza' : `quedan ${count(available)} meses y no alcanzan`;
      const fit = (fittingMonths || fittingProfiles) === 1 ? 'Cabe' : 'Caben';
      return `En la cuota ${left}.${ways.length > 0 ? ` ${fit} ${ways.join(', o ')}.` : ''}`;
    },
    not_in_portfolio: ({ taxId }) => `No hay datos vigentes de ${taxId}: cárguelo primero.`,
    too_many_documents: () => 'Se pidieron demasiados documentos en un minuto.',
    idempotency_key_reused: () => 'Ya se recibió una solicitud anterior suya, con otros datos. Revise su resultado antes de enviar otra.',
    not_active: () => 'El perfil no está activo.',
    monitoring_expired: ({ endedOn }) =>
      endedOn === null
        ? 'El monitoreo de este perfil cambió o terminó mientras se actualizaba. Pida la actualización otra vez.'
        : 'El monitoreo de este perfil venció. Actívelo de nuevo.',
    all_sources_failed: () => 'Ninguna fuente respondió. No se cobró nada. Inténtelo más tarde.',
    billing_unavailable: () => 'No se pudo verificar la cuota. No se cargó ni se cobró nada.',
  },
  byStatus: {
    0: 'No hay conexión con el servicio.',
    400: 'Revise los datos: algo no es válido.',
    401: 'Su sesión terminó. Ingrese de nuevo.',
    403: 'Su rol no permite esta acción.',
    404: 'No existe, o no pertenece a su corporación.',
    408: 'El servicio no respondió.',
    409: 'No se puede hacer en el estado actual.',
    413: 'Lo que se envió es demasiado grande.',
    429: 'Demasiados intentos seguidos.',
    502: 'El servicio no respondió.',
    503: 'El servicio no puede responder en este momento.',
    504: 'El servicio no respondió.',
  },
  mayBeDone: 'Puede que se haya hecho de todos modos: revise antes de pedirlo otra vez.',
  other: 'Algo falló de nuestro lado.',
};
