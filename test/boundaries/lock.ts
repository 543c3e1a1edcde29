import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** npm's entry for a package that it may install, on any platform. */
export type Entry = {
  version?: string
  integrity?: string
  license?: string
  /** Whether it is a workspace, which `resolved` names. */
  link?: boolean
  resolved?: string
  /** Whether npm may leave it out, as on other platforms. */
  optional?: boolean
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}
/** Entries by folder. Our own workspaces are outside `node_modules`, and links in it. */
export type Lock = { packages: Record<string, Entry> }

export const lock: Lock = JSON.parse(
  readFileSync(fileURLToPath(new URL('../../package-lock.json', import.meta.url)), 'utf8'),
)

/** Licences that require no more than including their text, or disclosing changes to their own files. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'PSF-2.0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
])

const libvips =
  'has libvips, a library of its own under the LGPL, which is loaded and not changed; sharp itself is Apache-2.0'
const platformsOfSharp = [
  'libvips-darwin-arm64',
  'libvips-darwin-x64',
  'libvips-linux-arm',
  'libvips-linux-arm64',
  'libvips-linux-ppc64',
  'libvips-linux-riscv64',
  'libvips-linux-s390x',
  'libvips-linux-x64',
  'libvips-linuxmusl-arm64',
  'libvips-linuxmusl-x64',
  'wasm32',
  'win32-arm64',
  'win32-ia32',
  'win32-x64',
]

/** Exceptions to the list, with their reasons. */
export const exceptions: Record<string, string> = {
  ...Object.fromEntries(platformsOfSharp.map(name => [`@img/sharp-${name}`, libvips])),
  busboy: '0.3.1 names MIT in an older form; only the S3 server of tests has it',
  dicer: 'names MIT in an older form; only the S3 server of tests has it',
  'humanize-number': 'names none; its Readme names MIT; only the S3 server of tests has it',
  only: 'names none; its Readme has the text of MIT; only the S3 server of tests has it',
  streamsearch: 'names MIT in an older form; only the S3 server of tests has it',
  elkjs: 'EPL-2.0; unused, comes with the Prisma command, which is not in the image',
  formidable: 'names none; its LICENSE is that of MIT; only tests with a real client have it',
  mime: '1.3.4 names MIT in an older form; only tests with a real client have it',
  qs: 'names BSD in an older form, its LICENSE is BSD-3-Clause; only tests with a real client have it',
  'reduce-component': '"Apache, Version 2.0" is Apache-2.0; only tests with a real client have it',
  'seq-queue': 'names none; its LICENSE is that of MIT; unused, comes with the Prisma command',
}

/** Returns `name version` of packages that npm would install without checking a digest. */
export function unverifiable({ packages }: Lock): string[] {
  return foreign(packages)
    .filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))
    .map(([name, { version }]) => `${name} ${version}`)
}

/** Returns `name: licence` of packages whose licence is not listed, including exceptions. */
export function unlicensed({ packages }: Lock): string[] {
  const wrong = foreign(packages).filter(([, { license }]) => !license || !permits(license))
  return [...new Set(wrong.map(([name, { license }]) => `${name}: ${license ?? 'none'}`))]
}

function foreign(packages: Lock['packages']): [name: string, Entry][] {
  return Object.entries(packages)
    .filter(([folder, { link }]) => folder.includes('node_modules/') && !link)
    .map(([folder, entry]) => [folder.split('node_modules/').at(-1) ?? '', entry])
}

/** Evaluates licence expressions such as `(MIT OR Apache-2.0) AND ISC`, as far as packages use them. */
function permits(expression: string): boolean {
  const plain = expression.replaceAll(/[()]/g, '')
  return plain.split(/ or /i).some(side => side.split(/ and /i).every(licence => allowed.has(licence)))
}
