import { type Entry, type Lock, lock } from '../boundaries/lock.js'

/** A package that production has. `folder`: below `node_modules`. */
export type Shipped = { folder: string; name: string; entry: Entry }

/** The programs, which are in the image. */
const apps = ['apps/api', 'apps/cli', 'apps/ingress', 'apps/standalone', 'apps/worker']

/** The page, whose packages are compiled into it. */
const page = 'apps/console'

/** What only compiles the page. Everything else that it depends on is in it. */
const compilers = new Set(['@tailwindcss/vite', '@vitejs/plugin-react', 'vite'])

/** Returns the packages that production has on any platform, sorted by name and folder. */
export function shippedPackages({ packages }: Lock = lock): Shipped[] {
  const found = new Set<string>()
  const waiting = [...apps, page]
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    if (found.has(folder)) continue
    found.add(folder)
    for (const name of neededBy(folder, packages[folder] ?? {})) {
      const needed = folderOf(name, folder, packages)
      if (needed !== undefined) waiting.push(needed)
    }
  }
  return [...found]
    .filter(folder => folder.includes('node_modules/'))
    .map(folder => ({
      folder,
      name: folder.split('node_modules/').at(-1) ?? '',
      entry: packages[folder] ?? {},
    }))
    .toSorted((one, other) => (`${one.name} ${one.folder}` < `${other.name} ${other.folder}` ? -1 : 1))
}

function neededBy(folder: string, entry: Entry): string[] {
  const peers = Object.keys(entry.peerDependencies ?? {}).filter(
    name => !entry.peerDependenciesMeta?.[name]?.optional,
  )
  const compiledIn = folder === page ? Object.keys(entry.devDependencies ?? {}) : []
  return [
    ...Object.keys({ ...entry.dependencies, ...entry.optionalDependencies }),
    ...peers,
    ...compiledIn.filter(name => !compilers.has(name) && !name.startsWith('@types/')),
  ]
}

/** Returns where Node finds a package: in the nearest `node_modules` from a folder outwards. */
function folderOf(name: string, from: string, packages: Lock['packages']): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const at = `${folder}${folder === '' ? '' : '/'}node_modules/${name}`
    const entry = packages[at]
    if (entry) return entry.link ? entry.resolved : at
    if (folder === '') return undefined
  }
}
