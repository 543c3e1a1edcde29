import type { ProcessList } from '@posthorn/contract'
import { useQuery } from '@tanstack/react-query'
import { processesQuery } from '../data/admin/pipeline.js'
import { formatMegabytes, formatShare } from '../format/amount.js'
import { ErrorState, Loading } from '../server/states.js'
import { Badge } from '../ui/badge.js'
import { Table } from '../ui/list.js'
import { Time } from '../ui/time.js'

type Process = ProcessList['alive'][number]

/** Running processes, and those that ended unexpectedly. */
export function Processes() {
  const { data, failureReason, refetch } = useQuery(processesQuery)
  if (!data)
    return failureReason ? (
      <ErrorState error={failureReason} onRetry={refetch} />
    ) : (
      <Loading what="the processes" rows={2} />
    )
  const hasAny = data.alive.length + data.lost.length > 0
  return (
    <section aria-label="Processes" className="flex flex-col gap-2">
      <h2 className="text-lg font-semibold">Processes</h2>
      {hasAny ? (
        <ProcessTable {...data} />
      ) : (
        <p className="text-quiet">No process has reported yet. Each one reports when it starts.</p>
      )}
    </section>
  )
}

function ProcessTable({ alive, lost }: ProcessList) {
  return (
    <div className="rounded-lg border border-line">
      <Table label="Each process">
        <thead>
          <tr>
            {['Process', 'Status', 'Host', 'Version', 'Started', 'CPU', 'Memory'].map(name => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {alive.map(process => (
            <ProcessRow key={process.id} process={process} isAlive />
          ))}
          {lost.toReversed().map(process => (
            <ProcessRow key={process.id} process={process} isAlive={false} />
          ))}
        </tbody>
      </Table>
    </div>
  )
}

function ProcessRow({ process, isAlive }: { process: Process; isAlive: boolean }) {
  const { name, pid, host, version, started_at, told_at, cpu_share, memory_bytes } = process
  return (
    <tr className="whitespace-nowrap tabular-nums">
      <th scope="row" className="border-t border-line text-text!">
        {name} <span className="font-normal text-quiet">{pid}</span>
      </th>
      <td>
        {isAlive ? (
          <Badge look="good">running</Badge>
        ) : (
          <Badge look="bad">
            gone since&nbsp;
            <Time at={told_at} form="seconds" />
          </Badge>
        )}
      </td>
      <td>{host}</td>
      <td>{version}</td>
      <td>
        <Time at={started_at} form="short" />
      </td>
      <td>{isAlive ? formatShare(cpu_share) : '–'}</td>
      <td>{isAlive ? formatMegabytes(memory_bytes) : '–'}</td>
    </tr>
  )
}
