// A WebSocket client, by the package ws and Node's http2. Plays one scene against a socket-node behind the address given and
// ends with 0 only if everything came as it should.
// usage: socket-client.js http1|http2 SCENE ws://HOST:PORT
'use strict';
const assert = require('assert');
const http2 = require('http2');
const {once} = require('events');
const WebSocket = require('ws');

const [, , transport, scene, address] = process.argv;
let session;

// The same API over a stream of HTTP/2 (RFC 8441): the package frames, Node's http2 carries.
async function connectOverHttp2(path, protocols) {
  if (!session) {
    session = http2.connect(address.replace('ws:', 'http:'));
    const [settings] = await once(session, 'remoteSettings');
    assert.strictEqual(settings.enableConnectProtocol, true);
  }
  const stream = session.request({
    ':method': 'CONNECT',
    ':protocol': 'websocket',
    ':path': path,
    'sec-websocket-version': '13',
    ...(protocols.length ? {'sec-websocket-protocol': protocols.join(', ')} : {}),
  });
  const [head] = await once(stream, 'response');
  if (head[':status'] !== 200) {
    let body = '';
    for await (const part of stream) body += part;
    return {refused: head[':status'], why: head['x-why'], body};
  }
  const socket = new WebSocket(null, undefined, {autoPong: true, closeTimeout: 30000});
  socket._isServer = false;
  socket._protocol = head['sec-websocket-protocol'] || '';
  socket.setSocket(stream, Buffer.alloc(0), {maxPayload: 64 << 20, skipUTF8Validation: false, allowSynchronousEvents: true});
  socket.stream = stream;
  return {socket};
}

async function connectOverHttp1(path, protocols, options) {
  const socket = new WebSocket(address + path, protocols, {perMessageDeflate: false, ...options});
  return new Promise((done, failed) => {
    socket.on('open', () => done({socket}));
    socket.on('error', failed);
    socket.on('unexpected-response', async (request, response) => {
      let body = '';
      for await (const part of response) body += part;
      done({refused: response.statusCode, why: response.headers['x-why'], body});
    });
  });
}

const connect = (path, protocols = [], options = {}) =>
  transport === 'http2' ? connectOverHttp2(path, protocols) : connectOverHttp1(path, protocols, options);

async function open(path, protocols, options) {
  const {socket, refused} = await connect(path, protocols, options);
  assert.strictEqual(refused, undefined);
  return socket;
}

async function next(socket) {
  const [data, binary] = await once(socket, 'message');
  return {data, binary};
}

async function ended(socket) {
  socket.removeAllListeners('error');
  socket.on('error', () => {});
  const [code, reason] = await once(socket, 'close');
  return `${code} ${reason}`.trim();
}

const scenes = {
  async echo() {
    const socket = await open('/');
    for (const size of [0, 1, 125, 126, 65535, 65536, 8 << 20]) {
      const sent = Buffer.alloc(size, 'x');
      socket.send(sent, {binary: size % 2 === 0});
      const {data, binary} = await next(socket);
      assert.strictEqual(binary, size % 2 === 0);
      assert.ok(data.equals(sent), `${size} bytes came back changed`);
    }
    socket.close();
  },

  async deflate() {
    const socket = await open('/', [], {perMessageDeflate: {threshold: 0}});
    assert.match(socket.extensions, /permessage-deflate/);
    const sent = 'compressible '.repeat(100_000);
    socket.send(sent);
    assert.strictEqual(String((await next(socket)).data), sent);
    assert.ok(socket._socket.bytesWritten < 100_000, `${socket._socket.bytesWritten} bytes were written`);
    assert.ok(socket._socket.bytesRead < 100_000, `${socket._socket.bytesRead} bytes were read`);
    socket.close();
  },

  async fragments() {
    const socket = await open('/');
    const pong = once(socket, 'pong');
    socket.send('a'.repeat(5000), {fin: false});
    socket.ping('between');
    socket.send('b', {fin: false});
    socket.send('', {fin: false});
    socket.send('c', {fin: true});
    const message = next(socket);
    assert.strictEqual(String((await pong)[0]), 'between');
    assert.strictEqual(String((await message).data), 'a'.repeat(5000) + 'bc');
    socket.close();
  },

  async pings() {
    const socket = await open('/');
    let pongs = 0;
    socket.on('pong', () => pongs++);
    socket.ping('mine');
    socket.send('after');
    await next(socket);
    assert.strictEqual(pongs, 1);
    const other = await open('/ping');
    other.send('yours');
    assert.strictEqual(String((await next(other)).data), 'pong yours');
    socket.close();
    other.close();
  },

  async closes() {
    const mine = await open('/');
    mine.close(3000, 'why');
    assert.strictEqual(await ended(mine), '3000 why');
    const ask = await open('/last');
    ask.send('?');
    assert.strictEqual(String((await next(ask)).data), '3000 why');
    ask.close();
    for (const [path, expected] of [
      ['/close?code=4001&reason=x', '4001 x'],
      ['/close?code=1001', '1001'],
      ['/close', '1005'],
      ['/vanish', '1006'],
    ]) {
      const socket = await open(path);
      socket.send('go');
      assert.strictEqual(await ended(socket), expected, path);
    }
  },

  async subprotocol() {
    const chosen = await open('/', ['a', 'b']);
    assert.strictEqual(chosen.protocol, 'b');
    chosen.close();
  },

  async refusal() {
    const {refused, why, body} = await connect('/refuse');
    assert.deepStrictEqual([refused, why, body], [403, 'because', 'no']);
    const socket = await open('/');
    socket.send('still');
    assert.strictEqual(String((await next(socket)).data), 'still');
    socket.close();
  },

  // Two sockets and a call on one connection; the reset of one touches no other.
  async shared() {
    assert.strictEqual(transport, 'http2');
    const first = await open('/1');
    const second = await open('/2');
    second.stream.close(http2.constants.NGHTTP2_CANCEL);
    first.send('one');
    assert.strictEqual(String((await next(first)).data), 'one');
    const call = session.request({':path': '/livez'});
    const [head] = await once(call, 'response');
    assert.strictEqual(head[':status'], 200);
    call.resume();
    first.close();
    await ended(first);
  },

  // Subscribes to an execution node's new heads and waits for two of them.
  async heads() {
    const socket = await open('/');
    socket.send(JSON.stringify({jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params: ['newHeads']}));
    const {result} = JSON.parse(String((await next(socket)).data));
    const numbers = [];
    while (numbers.length < 2) {
      const {method, params} = JSON.parse(String((await next(socket)).data));
      assert.strictEqual(method, 'eth_subscription');
      assert.strictEqual(params.subscription, result);
      numbers.push(Number(params.result.number));
    }
    assert.strictEqual(numbers[1], numbers[0] + 1);
    socket.close();
  },
};

scenes[scene]().then(
  () => {
    console.log(`passed ${scene} over ${transport}`);
    process.exit(0);
  },
  failure => {
    console.error(failure);
    process.exit(1);
  },
);
