import type { RefusedCalls } from '@posthorn/contract'
import { Time } from '../ui/time.js'

/** The latest refused calls, each with the response. */
export function LastRefused({ calls }: { calls: RefusedCalls['last'] }) {
  return (
    <section aria-labelledby="last-refused" className="flex flex-col gap-2">
      <h2 id="last-refused" className="font-medium">
        Latest
      </h2>
      <table className="w-full">
        <thead className="sr-only">
          <tr>
            <th>When</th>
            <th>Response</th>
          </tr>
        </thead>
        <tbody>
          {calls.map(({ at, cause, message, detail, request_id, status }) => (
            <tr key={request_id} className="border-t border-line align-top max-md:flex max-md:flex-col">
              <td className="py-2 pr-4 text-quiet max-md:pb-0 md:w-px">
                <Time at={at} form="seconds" />
              </td>
              <td className="py-2 wrap-anywhere max-md:pt-0">
                <p>{detail || message}</p>
                <p className="text-sm text-quiet">
                  <code className="font-mono">{cause}</code>, response {status}, request{' '}
                  <code className="font-mono">{request_id}</code>
                </p>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
