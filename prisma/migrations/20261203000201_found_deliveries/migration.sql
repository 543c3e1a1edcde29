-- To find deliveries of any hook by the request ID or the trace ID that their callers sent: lines 4 and 5 of `sender`. Most senders
-- send neither.
CREATE INDEX "deliveries_caller_request_idx" ON "deliveries" (split_part("sender", E'\n', 4), "id")
  WHERE split_part("sender", E'\n', 4) <> '';

CREATE INDEX "deliveries_trace_idx" ON "deliveries" (split_part("sender", E'\n', 5), "id")
  WHERE split_part("sender", E'\n', 5) <> '';
