import { useState, type FormEvent } from 'react';
import { Session } from './api';
import { textOf } from './form-text';

export function SignIn({ onOpened }: { onOpened: (session: Session) => void }) {
  const [problem, setProblem] = useState<string>();

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    try {
      onOpened(await Session.open(textOf(fields, 'accessKey'), textOf(fields, 'accessSecret')));
    } catch (error) {
      setProblem((error as Error).message);
    }
  }

  return (
    <form className="card narrow" onSubmit={(event) => void submit(event)}>
      <h1>Ingresar</h1>
      <p className="hint">Con la credencial de API de su corporación. Se usa solo en esta página y no se guarda.</p>
      <label>
        Access key
        <input name="accessKey" required autoComplete="off" spellCheck={false} autoFocus />
      </label>
      <label>
        Access secret
        <input name="accessSecret" type="password" required autoComplete="off" />
      </label>
      {problem && <p role="alert">{problem}</p>}
      <button className="primary">Ingresar</button>
    </form>
  );
}
