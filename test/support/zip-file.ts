import { crc32, deflateRawSync } from 'node:zlib'

/** An entry of an archive. `claims`: a length that the archive states in place of the true one. */
export type ZipEntry = { name: string; content: string | Buffer; claims?: number }

/** Returns a zip archive with these entries, compressed. Names are written as they are, however harmful. */
export function zipOf(entries: ZipEntry[]): Buffer {
  const [parts, directory]: [Buffer[], Buffer[]] = [[], []]
  let at = 0
  for (const { name, content, claims } of entries) {
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes)
    const facts = factsOf(bytes, packed, claims ?? bytes.length, Buffer.byteLength(name))
    const local = Buffer.concat([Buffer.from('504b03041400', 'hex'), facts, Buffer.from(name), packed])
    const offset = Buffer.alloc(4)
    offset.writeUInt32LE(at)
    directory.push(
      Buffer.concat([
        Buffer.from('504b010214001400', 'hex'),
        facts,
        Buffer.alloc(10),
        offset,
        Buffer.from(name),
      ]),
    )
    parts.push(local)
    at += local.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('504b0506', 'hex')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, list, end])
}

/** The fields from the flags to the length of the extra field, which both headers share. */
function factsOf(bytes: Buffer, packed: Buffer, length: number, nameBytes: number): Buffer {
  const facts = Buffer.alloc(24)
  facts.writeUInt16LE(0x0800, 0) // names are UTF-8
  facts.writeUInt16LE(8, 2) // deflate
  facts.writeUInt32LE(crc32(bytes), 8)
  facts.writeUInt32LE(packed.length, 12)
  facts.writeUInt32LE(length, 16)
  facts.writeUInt16LE(nameBytes, 20)
  return facts
}
