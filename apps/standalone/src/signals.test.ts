import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'

const script = `
  const { onStopSignal } = await import(${JSON.stringify(import.meta.resolve('./signals.ts'))})
  onStopSignal(() => setTimeout(() => process.exit(3), 500), () => process.exit(4))
  setInterval(() => {}, 1000)
  console.log('ready')`

test('counts Ctrl-C once, although it arrives twice under npm', async () => {
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script])
  await once(child.stdout, 'data')
  child.kill('SIGINT')
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([3, null])
})
