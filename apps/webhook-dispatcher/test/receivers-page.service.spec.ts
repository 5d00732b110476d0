import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { newSecretKey, signatureOf, standardHeaders } from '../src/domain/signature.js';

const page = readFileSync(join(import.meta.dirname, '../../../docs/receivers.md'), 'utf8');

/**
 * How a block of the page becomes a program: `program <secret key> <signature>` prints whether it accepts its standard input. Without the
 * second argument the header is missing. Exit codes would not do: an exception ends Python and Java with 1, like a refusal.
 */
const languages = [
  {
    name: 'js',
    tool: 'node',
    file: 'check.mjs',
    main: `import { readFileSync } from 'node:fs';
console.log(isFromVigia(readFileSync(0), process.argv[3], process.argv[2]));`,
    run: ['node'],
  },
  {
    name: 'python',
    tool: 'python3',
    file: 'check.py',
    main: `import sys
print(is_from_vigia(sys.stdin.buffer.read(), sys.argv[2] if len(sys.argv) > 2 else None, sys.argv[1]))`,
    run: ['python3'],
  },
  {
    name: 'go',
    tool: 'go',
    file: 'check.go',
    main: `func main() {
	rawBody, _ := io.ReadAll(os.Stdin)
	fmt.Println(isFromVigia(rawBody, append(os.Args, "")[2], os.Args[1]))
}`,
    run: ['go', 'run'],
  },
  {
    name: 'java',
    tool: 'java',
    file: 'Check.java',
    main: `class Check {
  public static void main(String[] given) throws Exception {
    System.out.println(VigiaSignature.isFromVigia(System.in.readAllBytes(), given.length > 1 ? given[1] : null, given[0]));
  }
}`,
    run: ['java'],
  },
  {
    name: 'php',
    tool: 'php',
    file: 'check.php',
    main: `var_export(isFromVigia(file_get_contents('php://stdin'), $argv[2] ?? null, $argv[1]));`,
    run: ['php'],
  },
];
const isHere = ({ tool }: { tool: string }) => spawnSync(tool, [tool === 'go' ? 'version' : '--version']).status === 0;
const here = languages.filter(isHere);
const missing = languages.filter((language) => !here.includes(language)).map(({ tool }) => tool);
if (missing.length > 0) process.stderr.write(`left out, because this machine cannot run its example: ${missing.join(', ')}\n`);

describe('the page for receivers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'receivers-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  const vector = Object.fromEntries([...page.matchAll(/^\| `?([\w -]+?)`? +\| `([^`]+)` +\|$/gm)].map(([, part, value]) => [part, value!]));

  it('has a request with both signatures, to try code with', () => {
    const { 'secret key': secretKey, body: text, 'X-Service-Signature': signature, ...standard } = vector;
    const body = Buffer.from(text!);
    expect(page).toContain(`The body is ${body.length} bytes`);
    expect(signatureOf(body, secretKey!)).toBe(signature);
    const sentAt = new Date(Number(standard['webhook-timestamp']) * 1000);
    expect(standardHeaders(body, { secretKeys: [secretKey!], id: standard['webhook-id']!, sentAt })).toEqual(standard);
  });

  it.each(here)('has an example in $name that accepts a signature only with its key and its bytes', (language) => {
    const accepts = programOf(language);
    const body = Buffer.from('{"monto":1.50,"nombre":"Ñandú de Prueba S.A.C."}');
    const secretKey = newSecretKey();
    const signature = signatureOf(body, secretKey);
    expect(accepts(body, signature, secretKey)).toBe(true);
    expect(accepts(body, signature, newSecretKey())).toBe(false);
    expect(accepts(Buffer.concat([body, Buffer.from('\n')]), signature, secretKey)).toBe(false);
    expect(accepts(body, 'sha256=', secretKey)).toBe(false);
    expect(accepts(body, undefined, secretKey)).toBe(false);
    expect(accepts(Buffer.from(vector.body!), vector['X-Service-Signature'], vector['secret key']!)).toBe(true);
  });

  function programOf({ name, file, main, run }: (typeof languages)[number]) {
    const block = new RegExp(`\`\`\`${name}\n(.*?)\`\`\``, 's').exec(page)![1]!;
    const path = join(folder, file);
    writeFileSync(path, asProgram(name, block, main));
    return (body: Buffer, signature: string | undefined, secretKey: string) => {
      const given = [secretKey, ...(signature === undefined ? [] : [signature])];
      const { status, stdout, stderr } = spawnSync(run[0]!, [...run.slice(1), path, ...given], { input: body });
      if (status !== 0) throw new Error(String(stderr));
      return String(stdout).trim().toLowerCase() === 'true';
    };
  }
});

function asProgram(language: string, block: string, main: string): string {
  if (language === 'go') return `${block.replace('import (', 'import (\n\t"fmt"\n\t"io"\n\t"os"')}\n${main}\n`;
  // Java's launcher starts the first class of a file.
  if (language === 'java') return block.replace('\nclass ', `\n${main}\n\nclass `);
  return `${block}\n${main}\n`;
}
