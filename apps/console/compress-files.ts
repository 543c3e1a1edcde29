import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync, constants as zlib } from 'node:zlib'

/** Smaller files fit into one packet anyway. */
const leastBytes = 1024
const compressible = /\.(?:css|js|svg)$/

/** Writes a `.br` and a `.gz` file next to each built file, at the best level, so that serving costs no time. */
export function compressFiles() {
  return {
    name: 'compress-files',
    apply: 'build' as const,
    writeBundle({ dir = '' }: { dir?: string | undefined }, files: Record<string, unknown>) {
      for (const name of Object.keys(files).filter(name => compressible.test(name))) {
        const path = join(dir, name)
        const content = readFileSync(path)
        if (content.length < leastBytes) continue
        const params = { [zlib.BROTLI_PARAM_SIZE_HINT]: content.length }
        writeFileSync(`${path}.br`, brotliCompressSync(content, { params }))
        writeFileSync(`${path}.gz`, gzipSync(content, { level: zlib.Z_BEST_COMPRESSION }))
      }
    },
  }
}
