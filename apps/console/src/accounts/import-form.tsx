import { type ImportedRow, userImport } from '@posthorn/contract'
import { type ChangeEvent, useState } from 'react'
import { api } from '../data/client/api.js'
import { formatNumber } from '../format/locale.js'
import { FormError } from '../server/states.js'
import { useAdminister } from '../system/use-administer.js'
import { Button } from '../ui/button.js'
import { ProgressBar } from '../ui/charts/progress-bar.js'
import { FieldFrame } from '../ui/forms/field.js'

const { columns, maxBytes, maxRows } = userImport
const example = 'username,email,first_name,last_name,teams\nada,ada@example.org,Ada,Lovelace,first-team'

/** Uploads a file of users and shows the progress. */
export function ImportForm({ importing }: { importing: Importing }) {
  const [file, setFile] = useState<File>()
  const { isPending, error, total, rows, mutate } = importing
  const isTooLarge = (file?.size ?? 0) > maxBytes
  const choose = (event: ChangeEvent<HTMLInputElement>) => setFile(event.target.files?.[0])
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        if (file) mutate(file)
      }}
      className="flex flex-col gap-5"
    >
      <FileFormat />
      <FieldFrame
        label="File"
        error={
          isTooLarge
            ? `The file is larger than ${maxBytes / 1024} KiB. Split it and import the parts.`
            : undefined
        }
      >
        {wiring => (
          <input
            {...wiring}
            type="file"
            accept=".csv,text/csv"
            onChange={choose}
            required
            className="text-quiet file:mr-3 file:h-8 file:rounded-md file:border file:border-solid file:border-line file:bg-raised file:px-3 file:font-medium file:text-text hover:file:bg-hover"
          />
        )}
      </FieldFrame>
      {isPending && <ProgressBar label="Creating users" done={rows.length} total={total} />}
      {error && <FormError error={error} />}
      <div>
        <Button
          type="submit"
          look={rows.length > 0 ? 'plain' : 'primary'}
          busy={isPending}
          disabled={!file || isTooLarge}
        >
          Import users
        </Button>
      </div>
    </form>
  )
}

function FileFormat() {
  return (
    <div className="flex flex-col gap-2">
      <p className="text-quiet">
        A CSV file with at most {formatNumber(maxRows)} rows. Its first line names the columns:{' '}
        {columns.join(', ')}. Only <code className="font-mono text-sm">username</code> and{' '}
        <code className="font-mono text-sm">email</code> are required. In{' '}
        <code className="font-mono text-sm">teams</code>, write the names that teams have in URLs, separated
        by spaces.
      </p>
      <pre className="overflow-x-auto rounded-md bg-well p-3 font-mono text-sm">{example}</pre>
    </div>
  )
}

/** The state of an import. `rows` includes accounts that were created before a failure. */
type Importing = ReturnType<typeof useImport>

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
