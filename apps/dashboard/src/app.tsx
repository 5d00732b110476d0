import { useState } from 'react';
import type { Session } from './api';
import { LoadProfile } from './load-profile';
import { SignIn } from './sign-in';

export function App() {
  const [session, setSession] = useState<Session>();
  return (
    <>
      <header className="bar">
        <span className="brand">Vigía</span>
        <span className="tagline">Perfiles de riesgo y cumplimiento</span>
        <a href="/docs">API</a>
        {session && <button onClick={() => setSession(undefined)}>Salir</button>}
      </header>
      <main>{session ? <LoadProfile session={session} /> : <SignIn onOpened={setSession} />}</main>
    </>
  );
}
