import type { RefusedCalls } from '@posthorn/contract'
import { formatNumber } from '../format/locale.js'
import { formatDay } from '../format/time.js'

type RefusedDay = RefusedCalls['days'][number]

/** A day's refused calls by cause. */
export function RefusedOnDay({ day, calls }: RefusedDay) {
  const heading = <time dateTime={day}>{formatDay(new Date(`${day}T12:00:00`).getTime())}</time>
  return (
    <section aria-label={day} className="flex flex-col gap-2">
      <h2 className="font-medium">{heading}</h2>
      <table className="w-full">
        <caption className="sr-only">Refused calls on {day}</caption>
        <thead className="sr-only">
          <tr>
            <th>Calls</th>
            <th>Reason</th>
          </tr>
        </thead>
        <tbody>
          {calls.map(({ cause, count, message, status }) => (
            <tr key={cause} className="border-t border-line align-top">
              <td className="w-12 py-2 pr-4 text-right font-medium tabular-nums">{formatNumber(count)}</td>
              <td className="py-2">
                <p>{message}</p>
                <p className="text-sm text-quiet">
                  <code className="font-mono">{cause}</code>, response {status}
                </p>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
