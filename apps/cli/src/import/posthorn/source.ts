import { jsonLines } from '../files/json-lines.js'
import { fileIn, openInput } from '../files/open-input.js'
import { isFields, listIn, textField } from '../files/read-table.js'
import type { RecordKind, Records, Skip, Source } from '../source.js'

const types = new Set(['team', 'user', 'channel', 'member', 'hook', 'post', 'end'])

/** Opens what `posthorn export` wrote: its objects are already those of an import. */
export async function openPosthorn(
  file: string,
  { as, files }: { as: string; files?: string },
): Promise<Source> {
  const input = await openInput(file)
  async function* read<Kind extends RecordKind>(
    kind: Kind,
    { skip }: { skip: Skip },
  ): AsyncGenerator<Records[Kind]> {
    const isFirst = kind === 'team'
    let end: unknown
    const wanted = (type: string) => type === kind || (isFirst && (!types.has(type) || type === 'end'))
    for await (const { type, line, number } of jsonLines(await input.open(), { wanted, skip, isFirst })) {
      if (type === 'end') end = line.end
      else if (type !== kind) skip('line', `${number}`, `The type ${type} is unknown.`)
      else yield withAuthor(line[kind]) as Records[Kind]
    }
    if (isFirst && !end) skip('line', 'end', 'The last line is missing, so the export is incomplete.')
  }
  const findFile = async (id: string) => {
    if (files === undefined) return 'Name the folder with the exported files: --files.'
    return fileIn(files, id) ?? 'The folder of --files does not have it.'
  }
  return { name: as, fingerprint: input.fingerprint, read, findFile }
}

/** Authors without an account here keep the name of a webhook, if they had one. */
function withAuthor(record: unknown): unknown {
  if (!isFields(record) || !('message' in record)) return record
  const files = listIn(record, 'files').map(of => ({ id: textField(of, 'id'), name: textField(of, 'name') }))
  return { author: 'unknown', ...record, files }
}
