import { useEffect, useState, type FormEvent } from 'react';
import type { DocType, Session, Summary } from './api';
import { textOf } from './form-text';
import { Profile } from './profile';

const lookAgainMs = 700;

export function LoadProfile({ session }: { session: Session }) {
  const [loading, setLoading] = useState<string>();
  const [summary, setSummary] = useState<Summary>();
  const [problem, setProblem] = useState<string>();
  const [message, setMessage] = useState<string>();

  // Sections appear as the profile has them, while the load itself still waits for its answer.
  useEffect(() => {
    if (!loading) return;
    const timer = setInterval(() => void session.summary(loading).then(setSummary, () => undefined), lookAgainMs);
    return () => clearInterval(timer);
  }, [session, loading]);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const taxId = textOf(fields, 'taxId');
    setSummary(undefined);
    setProblem(undefined);
    setMessage(undefined);
    setLoading(taxId);
    try {
      setMessage(await session.load(fields.get('docType') as DocType, taxId, fields.get('isMonitoring') === 'on'));
    } catch (error) {
      setProblem((error as Error).message);
    }
    setLoading(undefined);
    await session.summary(taxId).then(setSummary, () => undefined);
  }

  return (
    <>
      <form className="card row" onSubmit={(event) => void submit(event)}>
        <label>
          Documento
          <select name="docType">
            <option>RUC</option>
            <option>DNI</option>
          </select>
        </label>
        <label className="wide">
          Número
          <input name="taxId" required placeholder="20990000043" spellCheck={false} inputMode="numeric" />
        </label>
        <label className="check">
          <input type="checkbox" name="isMonitoring" defaultChecked /> Monitorear
        </label>
        <button className="primary" disabled={loading !== undefined}>
          {loading ? 'Consultando fuentes…' : 'Cargar'}
        </button>
      </form>
      {loading && <progress aria-label="Consultando fuentes" />}
      {problem && <p role="alert">{problem}</p>}
      {message && <p className="done">{message}</p>}
      {summary && <Profile summary={summary} />}
    </>
  );
}
