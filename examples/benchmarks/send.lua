-- What wrk sends for `run gateway`: an eth_sendRawTransaction of 64 KB, over and over.
wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
wrk.body = '{"jsonrpc":"2.0","id":1,"method":"eth_sendRawTransaction","params":["0x' .. string.rep("02f8", 16000) .. '"]}'

done = function(summary, latency)
    io.write(string.format("RESULT %d %d %d %d %d\n", summary.requests, summary.duration,
        latency:percentile(50), latency:percentile(99),
        summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.status + summary.errors.timeout))
end
