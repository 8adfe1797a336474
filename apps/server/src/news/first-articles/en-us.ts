import type { FirstArticles } from './first-articles.ts';

export const enUS: FirstArticles = {
  firstWay: {
    title: 'First steps: from a URL to a listed product',
    summary:
      'Collect, add, edit, list: what each of the four steps does and where. Try it once with the practice store; no real store is changed.',
    bodyHtml: `<p>A product takes four steps here. You see each step before it happens and can look it up afterwards.</p>
<h2>1. Collect</h2>
<p>Paste a URL in <a href="/collect/product">Products</a> under Collect: one product, a category or a whole shop, one per line. Check what was detected and the first products, then decide how many to collect. At the end there is a collection report: how many products the source lists, how many you have, and a reason for each missing product.</p>
<h2>2. Add to products</h2>
<p>Collected products are in <a href="/collect/results">Collected products</a> until you add them. Select what you want to sell and add it to your products. Each becomes a product of your own that you can edit. The source's version stays unchanged, so that you can compare.</p>
<h2>3. Edit</h2>
<p>In <a href="/products/list">All products</a> edit titles, prices and inventory in place, or open a product to edit all of it. A mark beside each field shows whether its value came from the source or from you. Undo a wrong change in the product's history.</p>
<h2>4. List</h2>
<p>Connect a store in <a href="/list/card">Stores</a>, then choose products and stores in <a href="/form/step-form">Bulk listing</a>. The fit report first shows which products the store would reject, and why. Nothing is sent before you confirm.</p>
<p>No store of your own yet? A new account has a practice store on its <a href="/dashboard/workplace">Workplace</a>: three steps, all of them on this machine.</p>`,
  },
  exactlyOnce: {
    title: 'Why nothing is listed twice, and what "Verifying" means',
    summary:
      'A lost connection, a power cut, a store that does not respond: none of these lists a product twice. How that works, and what you need to do.',
    bodyHtml: `<p>When a product is sent to a store, the difficult case is not a rejection. It is <strong>no response</strong>: the store may have accepted the product, or may never have received it. Sending it again could create a duplicate.</p>
<h2>What we do</h2>
<ol>
<li><strong>Record first, then send.</strong> Before anything is sent, we record that this product goes to this store. Whenever the program stops, that record remains.</li>
<li><strong>Only a confirmation counts.</strong> Once the store has returned its product ID, the status becomes "Listed", and from then on we use only that ID.</li>
<li><strong>No response: check the store.</strong> A product without a response is not sent again. We search the store for the mark that we put on the product.</li>
<li><strong>Found: it is ours. Not found: we wait.</strong> A late request may still take effect, so we send again only when that is no longer possible.</li>
</ol>
<h2>What "Verifying" means</h2>
<p>The violet diamond means: the product was sent, the store did not respond, and we are checking the store. <strong>You do not need to do anything.</strong> Please do not add the product by hand in the store's admin; that would create a second one. Within minutes its status is usually "Listed", or the program sends it again.</p>
<h2>The proof</h2>
<p>When a run has ended, its page shows the verification: our records and the store compared product by product, with every duplicate and every missing product named, and everything that could not be verified. The timeline of each product, from the first record to the result, is in <a href="/list/query-list">Runs</a>.</p>`,
  },
  csv: {
    title: 'Product CSV: what it contains, and how to open it safely',
    summary:
      "Export your products in Shopify's format. A product takes several rows and a barcode is not a number: details worth a minute.",
    bodyHtml: `<p>Choose products and a format in <a href="/products/export">Export</a>. The first rows are shown beside it, exactly as they will be in the file. Finished files stay below, where you can download them again, with their size and checksum.</p>
<h2>What the file looks like</h2>
<ul>
<li>It is UTF-8 with the column names in the first row. There are two formats: the column names Shopify has always used, and its newer ones. The content is the same.</li>
<li>A product takes several rows, for its variants and images; the Handle in the first column connects them. <strong>Please do not delete some of the rows or change their order.</strong></li>
<li>Prices are written as they are, never rounded.</li>
<li>What the format cannot carry is listed before you export, with the number of products concerned.</li>
</ul>
<h2>Opening it in a spreadsheet</h2>
<p>A double click may turn 0017 into 17 and a long barcode into 8.9E+12. To edit the file, use "import data" and set the columns with IDs, barcodes and SKUs to text.</p>
<p>Content that begins with = + - or @ could be interpreted as a formula. It is exported with an apostrophe in front, so that it is never executed.</p>
<h2>Permission</h2>
<p>Exporting is a permission of its own. Without it, a member neither sees the page nor can download a file.</p>`,
  },
  team: {
    title: 'Working as a team: members, roles, permissions',
    summary:
      'Everybody signs in with an account of their own. A role decides what they see and do, changes apply immediately, and every action is logged.',
    bodyHtml: `<p>Please do not share one account. With separate ones it is clear who collected, who changed a price and who listed; and when somebody leaves, you switch off one account.</p>
<h2>Roles</h2>
<p>A <strong>role</strong> is a set of permissions: which pages, and on each page which actions, such as query, add, edit, delete, import and export. Each member has one role. Common ways to split the work:</p>
<ul>
<li>Collecting: Collect and Collected products, with products view-only.</li>
<li>Editing: query, edit and export of products.</li>
<li>Operations: products, listing, stores and runs.</li>
</ul>
<h2>When it takes effect</h2>
<p>A changed role applies to the next click of everybody who has it; nobody needs to sign in again. Menus and buttons that are not allowed are not shown, and the server checks every single call as well.</p>
<h2>Merchants cannot see each other's data</h2>
<p>Products, stores and runs of different merchants are kept apart completely. Administrators look after accounts, but do not see the products of any merchant.</p>
<h2>Every action is logged</h2>
<p>Every addition, change and deletion, every sign-in and every rejected sign-in is recorded in the <a href="/system/audit">audit log</a>: who, when and from where. Those who may manage members can read and export it.</p>`,
  },
};
