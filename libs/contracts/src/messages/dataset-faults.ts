/** The columns that a line must have in a register that an operator enters by hand. */
export type RequiredColumn = 'desde' | 'fecha' | 'moneda' | 'monto' | 'nombre' | 'periodo';

/** Why a line of a file is rejected. Older versions keep their reasons, so a message accepts any text. */
export type RejectReason =
  | 'amount'
  | 'balance'
  | 'check_digit'
  | 'columns'
  | 'currency'
  | 'cut_line'
  | 'day'
  | 'debtor'
  | 'doc_type'
  | 'document'
  | 'form'
  | 'month'
  | 'no_document'
  | 'no_name'
  | 'no_number'
  | 'no_role'
  | 'no_such_day'
  | 'orphan'
  | 'other_month'
  | 'prefix'
  | 'record_type'
  | 'repeated'
  | 'ruc_form'
  | 'unknown_kind'
  | `no_${RequiredColumn}`;

/** Why a file cannot be read at all. */
export type UnreadableCode = 'archive' | 'cut_line' | 'encoding' | 'form' | 'header' | 'long_line' | 'replaced';

/** Why a version is not put in force. */
export type VersionProblem =
  | UnreadableCode
  | 'ahead'
  | 'changed'
  | 'empty'
  | 'fewer'
  | 'manifest'
  | 'more'
  | 'older'
  | 'rejects'
  | 'unknown';
