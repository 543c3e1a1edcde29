import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findOnPath } from '../../apps/standalone/src/services/redis/binary.js'
import { eventually } from '../support/eventually.js'
import { openTerminal, tmuxMissing } from '../support/tmux.js'
import { type Unpacked, unpackPackage } from '../support/unpack-package.js'
import { newHome } from './start-cli.js'

type Shell = { name: string; missing: string | undefined; start: string; load: string }

/** Returns the line that starts an unpacked shell from the terminal’s own. */
function startOf(found: Unpacked, program: string): string {
  if ('missing' in found) return ''
  const libraries = found.libraries === '' ? '' : `LD_LIBRARY_PATH=${found.libraries} `
  return libraries + join(found.folder, program)
}

async function findShells(): Promise<Shell[]> {
  const [zsh, fish] = await Promise.all(['zsh', 'fish'].map(name => foundShell(name)))
  const [zshFolder = '', missing] = zsh && 'folder' in zsh ? [zsh.folder] : ['', zsh?.missing]
  const functions = `${zshFolder}/usr/share/zsh/functions`
  const paths = `fpath=(${functions}/**/*(/) $fpath); module_path=(${zshFolder}/usr/lib/*/zsh/5*(N) $module_path)`
  return [
    { name: 'bash', missing: undefined, start: 'bash --norc', load: 'eval "$(posthorn completion bash)"' },
    {
      name: 'zsh',
      missing,
      start: zsh ? `${startOf(zsh, 'bin/zsh')} -f +o zle` : '',
      load: `${zshFolder ? paths : ':'}; zmodload zsh/zle; setopt zle; autoload -Uz compinit; compinit -u -D; eval "$(posthorn completion zsh)"`,
    },
    {
      name: 'fish',
      missing: fish && 'missing' in fish ? fish.missing : undefined,
      start: fish ? `${startOf(fish, 'usr/bin/fish')} --no-config` : '',
      load: 'posthorn completion fish | source',
    },
  ]
}

/** Prefers a shell of this machine. */
async function foundShell(name: string): Promise<Unpacked> {
  return findOnPath(name).length > 0 ? { folder: '', libraries: '' } : unpackPackage(name)
}

const shells = tmuxMissing ? [] : await findShells()

test.skipIf(tmuxMissing)('the shells that are there complete commands and options as a person types', () => {
  for (const { name, missing } of shells) if (missing) console.log(`Skipped ${name}: ${missing}`)
  expect(shells.map(({ name }) => name)).toEqual(['bash', 'zsh', 'fish'])
})

for (const { name, missing, start, load } of shells)
  test.skipIf(missing)(`${name} completes commands, options and their values after Tab`, async () => {
    const { home, env } = newHome()
    const { type, press, screen, close } = await openTerminal(join(home, 'tmux'), env)
    onTestFinished(async () => void (await close()))
    const shows = (text: RegExp) => eventually(async () => expect(await screen()).toMatch(text))
    await type(`clear; ${start}`)
    await type(`${load}; echo loaded''-it`)
    await shows(/loaded-it$/m)
    const typed = async (begin: string, completed: string) => {
      await press(begin)
      await press('Tab')
      await shows(new RegExp(completed))
      await press('C-c')
    }
    await typed('posthorn hooks reg', 'posthorn hooks regenerate')
    await typed('posthorn send --thr', 'posthorn send --thread-key')
    await typed('posthorn deliveries list --outcome superse', '--outcome superseded')
  })
