// A node's WebSocket port, by the package ws: sends every message back as it came, compressed where that was agreed on.
// Of two subprotocols it takes the one named b. Paths: /refuse answers 403; /close?code=C&reason=R closes at the first
// message; /vanish resets the connection then; /ping pings then and tells what came back; /last tells how the last one ended.
'use strict';
const http = require('http');
const {WebSocketServer} = require('ws');

let last = '';
const server = http.createServer();
const sockets = new WebSocketServer({
  noServer: true,
  perMessageDeflate: {threshold: 0},
  handleProtocols: offered => (offered.has('b') ? 'b' : false),
});

function talk(socket, url) {
  socket.on('error', () => {});
  socket.on('close', (code, reason) => { last = `${code} ${reason}`; });
  socket.on('pong', data => socket.send(`pong ${data}`));
  socket.on('message', (data, binary) => {
    if (url.pathname === '/close') {
      const code = url.searchParams.get('code');
      socket.close(code ? Number(code) : undefined, url.searchParams.get('reason') || undefined);
    } else if (url.pathname === '/vanish') {
      socket._socket.resetAndDestroy();
    } else if (url.pathname === '/ping') {
      socket.ping(data);
    } else if (url.pathname === '/last') {
      socket.send(last);
    } else {
      socket.send(data, {binary});
    }
  });
}

server.on('upgrade', (request, socket, head) => {
  const url = new URL(request.url, 'http://node');
  if (url.pathname === '/refuse') {
    socket.end('HTTP/1.1 403 Forbidden\r\nX-Why: because\r\nContent-Length: 2\r\n\r\nno');
    return;
  }
  sockets.handleUpgrade(request, socket, head, opened => talk(opened, url));
});
server.listen(0, '127.0.0.1', () => console.log(`ready ws://127.0.0.1:${server.address().port}`));
