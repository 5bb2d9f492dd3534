// An execution node by Node's http2: speaks HTTP/2 with prior knowledge and HTTP/1.1 on one port. Paths: /early sends a 103
// first; /goodbye answers and says goodbye to the connection; /slow answers after the goodbye of its connection;
// /downgrade asks for HTTP/1.1, and from then on the node speaks nothing else.
'use strict';
const http = require('http');
const http2 = require('http2');
const net = require('net');

let downgraded = false;
const sessions = new Set();

function answer(body, version) {
  if (!body.startsWith('[')) return JSON.stringify({over: version});
  return JSON.stringify([
    {jsonrpc: '2.0', id: 1, result: false},
    {jsonrpc: '2.0', id: 2, result: '0x5'},
    {jsonrpc: '2.0', id: 3, result: {number: '0x10', timestamp: '0x1'}},
  ]);
}

const fields = body => ({':status': 200, 'content-type': 'application/json', 'content-length': body.length});

const h2 = http2.createServer();
h2.on('session', session => {
  sessions.add(session);
  session.on('close', () => sessions.delete(session));
  session.on('error', () => {});
});
h2.on('stream', async (stream, head) => {
  stream.on('error', () => {});
  let body = '';
  for await (const part of stream) body += part;
  const path = head[':path'];
  if (path === '/downgrade') {
    downgraded = true;
    stream.close(http2.constants.NGHTTP2_HTTP_1_1_REQUIRED);
    return;
  }
  if (path === '/early') stream.additionalHeaders({':status': 103, link: '</a>; rel=preload'});
  if (path === '/slow') {
    stream.session.goaway(0, stream.id);
    await new Promise(done => setTimeout(done, 200));
  }
  const text = answer(body, 'HTTP/2');
  stream.respond(fields(text));
  stream.end(text);
  if (path === '/goodbye') stream.session.close();
});

const h1 = http.createServer(async (request, response) => {
  let body = '';
  for await (const part of request) body += part;
  const text = answer(body, 'HTTP/1.1');
  response.writeHead(200, {'Content-Type': 'application/json', 'Content-Length': text.length});
  response.end(text);
});

const door = net.createServer(socket => {
  socket.on('error', () => {});
  socket.once('readable', () => {
    const first = socket.read();
    if (!first) return;
    const preface = first.toString('latin1').startsWith('PRI');
    if (preface && downgraded) {
      socket.end('HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
      return;
    }
    socket.unshift(first);
    (preface ? h2 : h1).emit('connection', socket);
  });
});
door.listen(0, '127.0.0.1', () => console.log(`ready http://127.0.0.1:${door.address().port}`));
