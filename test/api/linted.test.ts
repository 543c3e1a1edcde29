import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { startApi } from './start-api.js'

const redocly = fileURLToPath(new URL('../../node_modules/.bin/redocly', import.meta.url))
const config = fileURLToPath(new URL('document/redocly.yaml', import.meta.url))
const silent = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }

/** Returns the findings of Redocly's linter. */
async function problemsOf(document: string): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-document-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'openapi.json')
  await writeFile(file, document)
  const linting = promisify(execFile)(redocly, ['lint', file, '--config', config, '--format', 'json'], {
    env: { ...process.env, ...silent },
  })
  const { stdout } = await linting.catch((failed: { stdout: string }) => failed)
  const { problems } = JSON.parse(stdout) as { problems: { ruleId: string; message: string }[] }
  return problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)
}

test('Redocly’s linter finds no problem in the document, and does find one in a broken document', async () => {
  const { call } = await startApi()
  const { body } = await call('/openapi.json')
  expect(await problemsOf(body)).toEqual([])
  const worse = body
    .replace('"operationId":"ping"', '"operationId":"getConfig"')
    .replace(/"license":\{.*?\},?/, '')
  expect(await problemsOf(worse)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^operation-operationId-unique/),
      expect.stringMatching(/^info-license/),
    ]),
  )
})
