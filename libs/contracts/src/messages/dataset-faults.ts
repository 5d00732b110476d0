/** What a line of a register that an operator keys in must say. */
export type RequiredColumn = 'desde' | 'fecha' | 'moneda' | 'monto' | 'nombre' | 'periodo';

/** Why a line of a file is not taken. Versions from before keep theirs, so that a message carries any text. */
export type RejectReason =
  | 'amount'
  | 'balance'
  | 'check_digit'
  | 'columns'
  | 'currency'
  | 'cut_line'
  | 'day'
  | 'debtor'
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

/** Why nothing of a file can be read. */
export type UnreadableCode = 'archive' | 'cut_line' | 'encoding' | 'form' | 'header' | 'long_line';

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
