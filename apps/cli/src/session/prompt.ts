import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { exitCodes, Failure, usageFailure } from '../failure.js'
import { printable } from '../output/printable.js'

/** Whether a person can answer questions. */
export function isInteractive(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true
}

/** Asks on standard error, so that standard output stays free for results. */
export function ask(question: string): Promise<string> {
  return read(printable(question), process.stderr)
}

/** Asks without an echo. */
export async function askHidden(question: string): Promise<string> {
  process.stderr.write(question)
  const answer = await read('', new Writable({ write: (_chunk, _encoding, done) => done() }))
  process.stderr.write('\n')
  return answer
}

/** Asks for a confirmation. @throws Failure if nobody can answer, or if the answer is no */
export async function confirm(question: string, isConfirmed: boolean | undefined): Promise<void> {
  if (isConfirmed) return
  if (!isInteractive()) throw usageFailure(`${question} Nobody can answer here.`, 'Add --yes to confirm.')
  if (!/^y(es)?$/i.test(await ask(`${question} [y/N] `))) throw new Failure('Nothing was changed.')
}

/** Reads all of standard input. @throws Failure if it is a terminal, where nothing would arrive */
export async function readStdin(purpose: string): Promise<string> {
  if (process.stdin.isTTY)
    throw usageFailure(`${purpose} is missing.`, 'Write it as an argument or pipe it in.')
  return text(process.stdin)
}

/** Reads a file that the person names. @throws Failure if it cannot be read */
export function readGiven(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw usageFailure(`Cannot read ${file} (${(error as NodeJS.ErrnoException).code}).`)
  }
}

function read(question: string, output: NodeJS.WritableStream): Promise<string> {
  const lines = createInterface({ input: process.stdin, output, terminal: true })
  return new Promise((resolve, reject) => {
    const interrupted = () => reject(new Failure('Interrupted.', '', exitCodes.interrupted))
    lines.once('SIGINT', interrupted)
    lines.once('close', interrupted)
    lines.question(question, resolve)
  })
    .then(answer => String(answer))
    .finally(() => lines.close())
}
