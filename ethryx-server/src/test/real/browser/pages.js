'use strict';

// Looks at the live page of a gateway and of a sidecar with a real browser: pages.js GATEWAY SIDECAR RPC FOLDER
// Prints "passed N" or what was wrong; leaves screenshots in FOLDER.
const {chromium} = require('playwright-core');
const assert = require('node:assert');
const path = require('node:path');

const [gateway, sidecar, rpc, folder] = process.argv.slice(2);
const shot = (page, name) => page.screenshot({path: path.join(folder, name + '.png')});

async function call(method, params) {
    const answer = await fetch(rpc, {method: 'POST', body: JSON.stringify({jsonrpc: '2.0', id: 1, method, params})});
    await answer.text();
}

// A page that remembers what it complained of and what it loaded.
async function open(browser, url, options) {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const complaints = [];
    const loaded = [];
    page.on('console', message => { if (message.type() === 'error') { complaints.push(message.text()); } });
    page.on('pageerror', error => complaints.push(String(error)));
    page.on('request', request => loaded.push(request.url()));
    await page.goto(url + '/ui');
    return {page, complaints, loaded, context};
}

async function clean({complaints, loaded, context}, origin) {
    assert.deepStrictEqual(complaints, [], 'the browser complained');
    assert.deepStrictEqual(loaded.filter(url => !url.startsWith(origin + '/ui')), [], 'something else was loaded');
    await context.close();
}

const scenes = {
    async 'tables stand without script'(browser) {
        const seen = await open(browser, gateway, {javaScriptEnabled: false});
        assert.match(await seen.page.textContent('#live'), /Chains.*Nodes.*Last decisions/s);
        assert.strictEqual(await seen.page.locator('[aria-label=Nodes] tbody tr').count(), 3);
        await clean(seen, gateway);
    },

    async 'the page comes up to date by itself'(browser) {
        const seen = await open(browser, gateway, {viewport: {width: 1280, height: 1000}});
        for (let i = 0; i < 20; i++) {
            await call('eth_getBalance', ['0x00000000000000000000000000000000000000aa', '0x1']);
        }
        await seen.page.locator('[aria-label="Last decisions"] td', {hasText: 'older_than_window'}).first().waitFor();
        await seen.page.locator('[aria-label=Chains] svg').first().waitFor();
        assert.match(await seen.page.textContent('#freshness'), /^Live/);
        await shot(seen.page, 'gateway');
        await clean(seen, gateway);
    },

    async 'a request is explained, by keyboard alone'(browser) {
        const seen = await open(browser, gateway, {});
        await seen.page.focus('textarea[name=request]');
        await seen.page.keyboard.press('Control+A');
        await seen.page.keyboard.type('{"jsonrpc":"2.0","id":1,"method":"txpool_content","params":["<b>"]}');
        await seen.page.keyboard.press('Tab');
        await seen.page.keyboard.press('Enter');
        const told = seen.page.locator('#told');
        await told.waitFor();
        assert.match(await told.textContent(), /txpool_content/);
        assert.match(await seen.page.inputValue('textarea[name=request]'), /<b>/);
        await clean(seen, gateway);
    },

    async 'a phone scrolls tables, not the page'(browser) {
        const seen = await open(browser, gateway, {viewport: {width: 360, height: 740}, isMobile: true, hasTouch: true});
        const width = await seen.page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(width <= 360, 'the page is ' + width + ' wide');
        await shot(seen.page, 'gateway-phone');
        await clean(seen, gateway);
    },

    async 'it is dark where people like it dark'(browser) {
        const light = await open(browser, gateway, {colorScheme: 'light'});
        const dark = await open(browser, gateway, {colorScheme: 'dark', viewport: {width: 1280, height: 1000}});
        const ground = page => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
        assert.notStrictEqual(await ground(light.page), await ground(dark.page));
        await shot(dark.page, 'gateway-dark');
        await clean(light, gateway);
        await clean(dark, gateway);
    },

    async 'a sidecar shows its pair and how readiness changed'(browser) {
        const seen = await open(browser, sidecar, {viewport: {width: 1280, height: 800}});
        await seen.page.locator('h2', {hasText: 'How readiness changed'}).waitFor();
        assert.strictEqual(await seen.page.locator('[aria-label=Pair] tbody tr').count(), 2);
        await seen.page.locator('[aria-label="How readiness changed"] td', {hasText: 'ready'}).first().waitFor();
        await shot(seen.page, 'sidecar');
        await clean(seen, sidecar);
    },
};

(async () => {
    const browser = await chromium.launch({executablePath: process.env.CHROMIUM, args: ['--no-sandbox', '--disable-gpu']});
    try {
        for (const [name, scene] of Object.entries(scenes)) {
            await scene(browser).catch(failure => {
                failure.message = name + ': ' + failure.message;
                throw failure;
            });
        }
        console.log('passed ' + Object.keys(scenes).length);
    } finally {
        await browser.close();
    }
})().catch(failure => {
    console.log(failure.stack);
    process.exitCode = 1;
});
