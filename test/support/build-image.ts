import { execFile } from 'node:child_process'
import { cp, mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('../..', import.meta.url))
const maxBuffer = 64 * 1024 * 1024

type Stage = { folder: string; workdir: string; env: Record<string, string> }

/**
 * Runs the steps of the Dockerfile in folders below `folder`: one per stage, in place of its file system. The base image counts
 * as empty, and commands run with this machine's Node and npm.
 * @returns the working directory of the last stage
 * @throws at an instruction that it does not know, and if a command fails
 */
export async function buildImage(folder: string): Promise<string> {
  const stages: Record<string, Stage> = {}
  let stage: Stage | undefined
  for (const [word = '', rest = ''] of instructionsOf(await readFile(join(root, 'Dockerfile'), 'utf8'))) {
    if (word === 'FROM') {
      const name = / AS (\S+)$/.exec(rest)?.[1] ?? 'last'
      stage = { folder: join(folder, name), workdir: '/', env: {} }
      stages[name] = stage
    } else if (stage) await step(word, rest, stage, stages)
    else if (word !== 'ARG') throw new Error(`${word} before FROM`)
  }
  if (!stage) throw new Error('no stage')
  return join(stage.folder, stage.workdir)
}

/** Returns each instruction and its arguments, with continued lines joined and comments removed. */
function instructionsOf(text: string): string[][] {
  const joined = text.replaceAll(/^\s*#.*\n/gm, '').replaceAll(/\\\n\s*/g, ' ')
  const lines = joined.split('\n').filter(line => line.trim() !== '')
  return lines.map(line => /^(\w+)\s+(.*)$/.exec(line)?.slice(1) ?? [line])
}

async function step(word: string, rest: string, stage: Stage, stages: Record<string, Stage>): Promise<void> {
  const at = join(stage.folder, stage.workdir)
  if (word === 'WORKDIR') {
    stage.workdir = rest
    await mkdir(join(stage.folder, rest), { recursive: true })
  } else if (word === 'ENV') {
    for (const [, name = '', value = ''] of rest.matchAll(/(\w+)=(\S+)/g)) stage.env[name] = value
  } else if (word === 'COPY') await copy(rest, at, stages)
  else if (word === 'RUN') await runCommand(rest.replace(/^--mount=\S+ /, ''), at, stage.env)
  else if (!['EXPOSE', 'USER', 'STOPSIGNAL'].includes(word)) throw new Error(`unknown instruction ${word}`)
}

async function copy(rest: string, at: string, stages: Record<string, Stage>): Promise<void> {
  const [, from, source] = /^(?:--from=(\S+) )?(\S+) \.$/.exec(rest) ?? []
  if (source === undefined) throw new Error(`unknown form of COPY: ${rest}`)
  const stage = stages[from ?? '']
  if (from !== undefined && !stage) throw new Error(`no stage ${from}`)
  if (stage) return cp(join(stage.folder, source), at, { recursive: true, verbatimSymlinks: true })
  return copyContext(at)
}

async function runCommand(command: string, cwd: string, own: Record<string, string>): Promise<void> {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...own }
  await promisify(execFile)('sh', ['-c', command], { cwd, env, maxBuffer })
}

/** Copies what .dockerignore lets into the image. */
async function copyContext(target: string): Promise<void> {
  const rules = rulesOf(await readFile(join(root, '.dockerignore'), 'utf8'))
  const isIgnored = (path: string) =>
    rules.reduce((ignored, { isException, pattern }) => (pattern.test(path) ? !isException : ignored), false)
  const copyBelow = async (path: string): Promise<void> => {
    for (const entry of await readdir(join(root, path), { withFileTypes: true })) {
      const own = join(path, entry.name)
      if (isIgnored(own)) continue
      if (entry.isDirectory()) await copyBelow(own)
      else await cp(join(root, own), join(target, own))
    }
  }
  await copyBelow('')
}

/** A pattern covers what is below its folder, and the last one that matches counts. */
function rulesOf(text: string): { isException: boolean; pattern: RegExp }[] {
  const lines = text.split('\n').filter(line => line !== '' && !line.startsWith('#'))
  return lines.map(line => {
    const parts = line.replace(/^!/, '').split(/(\*\*\/|\*)/)
    const source = parts.map(part =>
      part === '**/' ? '(?:.*/)?' : part === '*' ? '[^/]*' : part.replaceAll('.', '\\.'),
    )
    return { isException: line.startsWith('!'), pattern: new RegExp(`^${source.join('')}(?:/|$)`) }
  })
}
