import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

export type Import = {
  /** `apps/worker` */
  workspace: string
  file: string
  /** A package's name, or a path within the workspace. */
  from: string
}

/** The folders in `apps` and `packages`. */
export const workspaces = ['apps', 'packages'].flatMap(kind =>
  readdirSync(join(root, kind)).map(name => `${kind}/${name}`),
)

/** Returns the source files of a workspace without tests, which may import anything. */
export function sources(workspace: string): { file: string; text: string }[] {
  const folder = join(root, workspace, 'src')
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(
      name => /\.tsx?$/.test(name) && !/\.test\.|^testing\./.test(name) && !name.startsWith('generated'),
    )
    .map(name => ({
      file: relative(root, join(folder, name)),
      text: readFileSync(join(folder, name), 'utf8'),
    }))
}

/** Returns the imports of the code, static and dynamic, including types, which couple workspaces just as much. */
export const imports: Import[] = workspaces.flatMap(workspace =>
  sources(workspace).flatMap(({ file, text }) =>
    [...text.matchAll(/(?:^(?:import|export) .*?from |^import |^\} from |import\()'([^']+)'/gm)].map(
      ([, from = '']) => ({
        workspace,
        file,
        from: from.startsWith('.') ? from : packageOf(from),
      }),
    ),
  ),
)

/** `@scope/name/deeper` → `@scope/name`; `name/deeper` → `name`. */
function packageOf(specifier: string): string {
  if (specifier.startsWith('node:')) return specifier
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

/** Returns the runtime dependencies of a workspace from its package.json. */
export function declared(workspace: string): string[] {
  const {
    dependencies = {},
    optionalDependencies = {},
    devDependencies = {},
  } = JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8'))
  return Object.keys({
    ...dependencies,
    ...optionalDependencies,
    ...(workspace === 'apps/console' ? devDependencies : {}),
  })
}
