import type { CommandContext } from '../../context.js'
import { Failure } from '../../failure.js'
import { printableLine } from '../../output/printable.js'
import { openProgress } from '../../output/progress.js'
import type { Server } from '../../session/server.js'
import { afterRestore } from './after-restore.js'
import { disk, pipeline, serverAndClock } from './checks.js'
import { type Finding, warning } from './finding.js'

export type DoctorOptions = { dataDir: string; afterRestore?: true }

const marks = { ok: ['green', '✓'], warning: ['yellow', '!'], broken: ['red', '✗'] } as const

/** Checks the server and prints each finding as it comes. @throws Failure if something is broken */
export async function examine(context: CommandContext, options: DoctorOptions): Promise<void> {
  const server = await context.server()
  const findings: Finding[] = []
  const report = (found: Finding[]) => {
    for (const finding of found) show(context, finding)
    findings.push(...found)
  }
  const { version, found } = await serverAndClock(server)
  report(found)
  report(await disk(options.dataDir))
  report(await forAdministrators(context, server, version, options))
  const count = findings.filter(({ state }) => state === 'broken').length
  if (count > 0) throw new Failure(`${count} of ${findings.length} checks found something broken.`)
}

async function forAdministrators(
  { out }: CommandContext,
  server: Server,
  version: string,
  options: DoctorOptions,
): Promise<Finding[]> {
  const { roles } = await server.client.getMe()
  if (!roles.includes('system_admin'))
    return [
      warning(
        'session',
        `Only system administrators can see ${options.afterRestore ? 'what came back' : 'the pipeline'}.`,
        `Log in as one for the other checks: posthorn login ${server.url}`,
      ),
    ]
  const found = await pipeline(server, version)
  return options.afterRestore
    ? [...found, ...(await afterRestore(server, openProgress(out, 'files')))]
    : found
}

function show({ out }: CommandContext, finding: Finding): void {
  const { id, state, message, fix } = finding
  const [color, mark] = marks[state]
  if (out.isJson) out.json(finding)
  else if (!out.isQuiet || state !== 'ok') {
    out.line(`${out.style(color, mark)} ${id}: ${printableLine(message)}`)
    if (fix !== '') out.line(`    ${printableLine(fix)}`)
  }
}
