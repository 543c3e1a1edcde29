/** The difference between the calls that a hook refuses and the deliveries that are rejected. */
export function RefusedOrRejected() {
  return (
    <p className="text-quiet text-pretty">
      A <strong className="font-medium text-text">refused call</strong> got an error response and was never
      stored. A <strong className="font-medium text-text">rejected delivery</strong> was accepted, usually
      with <code className="font-mono text-sm">ok</code>, but could not become a post.
    </p>
  )
}
