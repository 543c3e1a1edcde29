import type { ImportedRow } from '@posthorn/contract'
import { useState } from 'react'
import { api } from '../data/client/api.js'
import { useAdminister } from '../system/use-administer.js'

/** The state of an import. `rows` includes accounts that were created before a failure. */
export type Importing = ReturnType<typeof useImport>

/** Imports a file of users in parts. */
export function useImport() {
  const [rows, setRows] = useState<ImportedRow[]>([])
  const [total, setTotal] = useState(0)
  const { mutate, isPending, isSuccess, error } = useAdminister(async (file: File) => {
    const csv = await file.text()
    setRows([])
    for (let skip: number | null = 0; skip !== null; ) {
      const part = await api.importUsers({ body: { csv, skip } })
      setTotal(part.total)
      setRows(before => [...before, ...part.rows])
      skip = part.next
    }
  })
  return { mutate, isPending, isSuccess, error, rows, total }
}
