"""A route leads to the code that serves it, whatever its framework calls what may stand there."""

import pytest
from codebases import found, seen

from lsp_codebase.model import CancelToken, SearchQuery
from lsp_codebase.search.intents.places import route_lines, routes
from lsp_codebase.search.intents.places.route_lines import standing

FILES = {
    "src/OrdersController.scala": """class OrdersController extends Base {
  post("/:owner/:shop/orders/:id/pay", payForm)(writersOnly { (form, shop) =>
    pay(shop, form)
  })
}
""",
    "server/routes/all.rs": """pub fn admin(cfg: &mut ServiceConfig) {
  cfg.service(
    scope("/admin")
      .route("/purge", post().to(purge))
      .route("/receipts", post().to(purge_receipts)),
  );
}
""",
    "server/written.rs": "pub async fn write_receipt(receipt: Receipt) -> Answer {\n    keep(receipt)\n}\n",
    "server/routes/receipts.rs": """pub fn config(cfg: &mut ServiceConfig) {
  cfg.service(
    scope("/receipts")
      .route("", get().to(read_receipts))
      .route("", post().to(write_receipt)),
  );
}
""",
    "src/corner_shop_orders.py": "# What Anna of the corner shop has to pay for orders.\n"
    "def pay_orders(anna, corner_shop):\n    return [pay(order, anna) for order in corner_shop.orders]\n",
    "src/spoons_api.py": "# The api of spoons.\ndef spoons(api):\n    return api.spoons\n",
    "lib/shop_web/router.ex": """defmodule ShopWeb.Router do
  scope "/api", ShopWeb do
    get("/ping", PingController, :ping)
    resources("/spoons", SpoonController, except: [:new, :edit])
  end

  scope "/", ShopWeb do
    get("/*path", PageController, :index)
  end
end
""",
    "server/users.ts": """import { router } from "./router";

router.get("/users/:id/orders", listOrders);
router.post("/users/:id/orders", addOrder);
""",
    "server/shop.go": """package server

func Serve(mux *http.ServeMux) {
\tmux.HandleFunc("GET /stats/folder", folderStats)
\tmux.HandleFunc("GET /baskets/{basket}", showBasket)
}
""",
    "server/views.py": """from django.urls import path, re_path

urlpatterns = [
    path("carts/<int:cart_id>/items/", items),
    re_path(r"^reports/(?P<year>[0-9]+)/totals$", totals),
    path("settings/", settings),
]
""",
    "server/OwnerController.java": """package server;

@RequestMapping("/owners")
class OwnerController {
    @GetMapping("/find")
    String find() {
        return "owners";
    }
}
""",
    "server/KeeperController.java": """package server;

@RequestMapping("/keepers")
class KeeperController {
    @GetMapping("/find")
    String find() {
        return "keepers";
    }
}
""",
    "app/client.ts": """export const baskets = () => fetch("/baskets/7");
export const folders = () => fetch("/stats/folder");
export const orders = (id: string) => fetch(`/users/${id}/orders`, { method: "POST" });
""",
    "tests/test_users.ts": """it("lists orders", () => {
  router.call("/users/7/orders");
  router.call("/users/7/baskets/all");
});
""",
    "stats/folder.go": """package stats

// Folder counts the files of a folder.
type Folder struct{ Files int }
""",
    "routes/web.php": """<?php

Route::get('/api', [HelpController::class, 'show']);
Route::get('/shelves/{shelfSlug}/export', [ShelfController::class, 'export']);
Route::get('/login/service/{driver}/callback', [LoginController::class, 'callback']);
Route::get('/hints', [HintController::class, 'index']);
""",
    "routes/api.php": """<?php

Route::get('shelves/{id}/export', [ShelfApiController::class, 'export']);
""",
    "app/services.php": """<?php

return [
    'redirect' => env('APP_URL') . '/login/service/github/callback',
    'hintsRoute' => env('APP_URL') . '/hints',
];
""",
    "server/urls.py": """from rest_framework import routers

router = routers.DefaultRouter()
router.register(r"lamps", LampViewSet)

urlpatterns = [
    re_path(
        r"^v2/",
        include(
            [
                re_path(
                    "^attic/",
                    include([re_path("^boxes/", BoxesView.as_view(), name="boxes")]),
                ),
                *router.urls,
            ],
        ),
    ),
]
""",
    "server/house/lamps.py": """class LampViewSet(ModelViewSet):
    queryset = Lamp.objects.all()

    @action(detail=True, methods=["post"])
    def switch_off(self, request, pk=None):
        return Response(self.get_object().off())

    @action(detail=False)
    def recent(self, request):
        return Response(self.queryset.recent())
""",
    "server/lights.py": """def switch_off(lamp):
    lamp.off()
""",
    "server/admin.controller.ts": """@Controller("admin")
export class AdminController {
  @Patch("profiles/:source/:symbol")
  async patch() {
    return this.service.patch();
  }

  @Put(":id")
  async change(@Param("id") id: string) {
    return this.service.change(id);
  }

  @Post("gather/max")
  async gatherMax() {
    return this.service.gatherMax();
  }
}
""",
    "web/routes.rb": """Web.routes.draw do
  resources :mugs, except: [:new] do
    member do
      post "fill"
    end
  end
end
""",
    "web/mugs_controller.rb": """class MugsController < Controller
  def index
    render Mug.all
  end

  def show
    render mug
  end

  def fill
    mug.fill!
  end

  def destroy
    mug.destroy!
  end
end
""",
    "web/mug.rb": "class Mug\n  def fill\n    self.full = true\n  end\nend\n",
    "server/CoatController.php": """<?php

class CoatController
{
    #[Route(path: '/coats/{coat}/pockets', name: 'pockets', methods: ['GET'])]
    public function pockets(): Response
    {
        return $this->render('pockets');
    }
}
""",
    "web/js_routes.js": "setData({\n  pockets: { tokens: [['text', '/coats/{coat}/pockets']] },\n});\n",
    "server/app.module.ts": """StaticModule.forRoot({
  exclude: ["/api/*wildcard", "/maps/*wildcard"],
});
""",
    "app/admin.service.ts": """export class AdminService {
  gatherMax() {
    return this.http.post<void>("/api/admin/gather/max", {});
  }
}
""",
    "server/house/boxes.py": """class BoxesView(APIView):
    def get(self, request):
        return Response(request.user.boxes)
""",
    "server/stairs.controller.ts": """@Controller("stairs")
export class StairsController {
  @Get("steps")
  steps() {
    return this.service.get("stairs");
  }
}
""",
    "server/rpc.ts": """router.post(
  "beds.make",
  auth(),
  async (ctx) => {
    ctx.body = await make(ctx.state.bed);
  }
);
""",
    "app/beds.ts": """export const makeBed = () => client.post("/beds.make", { bed: 1 });
""",
    "server/web.rb": """class Web < Sinatra::Base
  get "/ovens" do
    warm_ovens
    erb :ovens
  end
end
""",
    "bin/warm": """#!/usr/bin/env ruby
page = "/ovens"
puts page
""",
    "shop/app/(desk)/scales/page.tsx": "export default () => <Scales />;\n",
    "shop/app/(desk)/scales/[id]/page.tsx": "export default () => <Scale />;\n",
    "shop/app/(desk)/scales/ScalesPage.tsx": "export const Scales = () => <a href='/scales'>scales</a>;\n",
    "shop/app/hooks/page.tsx": "export default () => <Hooks />;\n",
    "old/nuxt.config.ts": "export default {}\n",
    "assets/pages/rings/index.js": "export const rings = (page) => page;\n",
    "assets/rings.ts": "export const ringsPage = () => open('/rings');\n",
    "old/pages/ribbons/[id].vue": "<template><p>ribbon</p></template>\n",
    "old/pages/ribbons/index.vue": "<template><a href='/ribbons/7'>ribbons</a></template>\n",
    "old/server/api/ribbons.get.ts": "export default defineEventHandler(() => all());\n",
    "old/server/api/ribbons.post.ts": "export default defineEventHandler(() => add());\n",
    "src/routes/jars/+server.ts": """export async function GET() {
  return json(await jars());
}

export const POST = async ({ request }) => {
  return json(await addJar(await request.json()));
};
""",
    "src/routes/jars/[id]/+server.ts": "export async function DELETE({ params }) {\n  await drop(params.id);\n}\n",
    "src/routes/(shop)/jars/[id]/+page.svelte": "<script>\n  let { data } = $props();\n</script>\n"
    "<h1>{data.jar.name}</h1>\n",
    "src/lib/Menu.svelte": "<script>\n  const isOfJars = $derived(path.startsWith('/jars/'));\n</script>\n",
    "server/forks.rs": "".join(
        f"""/// {name} the forks of a drawer.
#[utoipa::path(
    {method},
    path = "/api/drawers/{{name}}/forks",
    responses((status = 200, body = Forks)),
)]
pub async fn {name}_forks() -> Json<Forks> {{
{lines}    Json(Forks::{name}())
}}

"""
        for name, method in (("list", "get"), ("add", "put"))
        for lines in ["".join(f"    let fork{at} = forks.{name}({at}).await?;\n" for at in range(30))]
    ),
    "server/drawer.rs": "pub struct Forks {\n    pub forks: Vec<Fork>,\n}\n",
    "server/limits.rs": """const LIMITED: &[(Method, &str)] = &[
    (Method::GET, "/api/drawers/{drawer_id}/forks"),
];
""",
    "lib/desk_web/router.ex": """defmodule DeskWeb.Router do
  scope "/desk", DeskWeb do
    post "/pens/drop", PenController, :drop, log: false
  end
end
""",
    "lib/desk_web/pen_controller.ex": """defmodule DeskWeb.PenController do
  def drop(conn, _params) do
    send_resp(conn, 204, "")
  end
end
""",
    "lib/desk/log.ex": "defmodule Desk.Book do\n  def log(line) do\n    line\n  end\nend\n",
    "settings.py": '"""The settings of the shop."""\n\nSETTINGS = {"users": "baskets"}\n',
}


@pytest.fixture(scope="module")
def ask(codebase):
    return lambda text: found(codebase, text)


@pytest.fixture(scope="module")
def shown(codebase):
    def first(text):
        hit = seen(codebase).search(SearchQuery(text), CancelToken()).hits[0]
        return hit.path.relative_to(codebase.root).as_posix(), hit.text

    return first


@pytest.mark.parametrize(
    ("question", "path"),
    [
        ("/users/:id/orders", "server/users.ts"),
        ("POST /users/{userId}/orders", "server/users.ts"),
        ("what handles GET /users/42/orders?", "server/users.ts"),
        ("/baskets/{basket}", "server/shop.go"),
        ("GET /stats/folder", "server/shop.go"),
        ("/carts/:id/items", "server/views.py"),
        ("where is the route /reports/:year/totals defined", "server/views.py"),
        ("/owners/find", "server/OwnerController.java"),
        ("/keepers/find", "server/KeeperController.java"),
        ("/hints", "routes/web.php"),
        ("/v2/attic/boxes/", "server/urls.py"),
        ("where is the route /v2/lamps handled", "server/urls.py"),
        ("GET /v2/lamps/7/", "server/urls.py"),
        ("/lamps", "server/urls.py"),
        ("where is the lamps endpoint", "server/urls.py"),
        ("where is the route /ovens handled", "server/web.rb"),
        ("/stairs/steps", "server/stairs.controller.ts"),
        ("POST /api/admin/gather/max", "server/admin.controller.ts"),
        ("which method handles PUT /admin/:id", "server/admin.controller.ts"),
        ("PUT /api/admin/7", "server/admin.controller.ts"),
        ("/api/v1/admin", "server/admin.controller.ts"),
        ("PATCH /api/v1/admin/profiles/YAHOO/AAPL", "server/admin.controller.ts"),
        ("POST /v2/lamps/{id}/switch_off/", "server/house/lamps.py"),
        ("/lamps/7/switch-off", "server/house/lamps.py"),
        ("what handles GET /v2/lamps/recent", "server/house/lamps.py"),
        ("GET /coats/{coat}/pockets", "server/CoatController.php"),
        ("which file handles POST beds.make", "server/rpc.ts"),
        ("where is beds.make handled", "server/rpc.ts"),
    ],
)
def test_a_route_leads_to_the_code_that_serves_it(ask, question, path):
    assert ask(question)[0] == path


@pytest.mark.parametrize(
    ("question", "path", "line"),
    [
        ("POST /jars", "src/routes/jars/+server.ts", "export const POST"),
        ("which handler serves DELETE /jars/:id", "src/routes/jars/[id]/+server.ts", "export async function DELETE"),
        ("GET /jars/7", "src/routes/(shop)/jars/[id]/+page.svelte", "<script>"),
    ],
)
def test_a_route_leads_to_the_file_that_lies_where_it_says(shown, question, path, line):
    first, text = shown(question)
    assert first == path
    assert text.strip().startswith(line)


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("PUT /api/drawers/{name}/forks", "add_forks"),
        ("GET /api/drawers/{drawer_id}/forks", "list_forks"),  # as another file calls the parameter
        ("GET /api/drawers/kitchen/forks", "list_forks"),
    ],
)
def test_an_attribute_of_several_lines_tells_route_and_method(ask, shown, question, name):
    path, text = shown(question)
    assert path == "server/forks.rs"
    assert f"fn {name}" in text
    assert "server/drawer.rs" not in ask(question)[:2]  # an attribute hands to nothing


def test_a_named_argument_of_a_route_is_no_handler(ask):
    assert "lib/desk/log.ex" not in ask("POST /desk/pens/drop")[:2]


def test_of_too_many_places_those_named_for_routes_are_read(ask, monkeypatch):
    monkeypatch.setattr(route_lines, "_MOST_CHUNKS", 0)
    assert ask("POST /desk/pens/drop")[0] == "lib/desk_web/router.ex"


def test_a_caller_may_have_filled_in_the_first_names_of_a_route(ask):
    assert ask("POST /anna/corner-shop/orders/7/pay")[0] == "src/OrdersController.scala"


def test_a_resource_serves_its_items_before_a_route_that_serves_anything(shown):
    path, text = shown("/api/spoons/7")
    assert path == "lib/shop_web/router.ex"
    assert 'resources("/spoons"' in text


@pytest.mark.parametrize("question", ["what handles /login/service/github/callback?", "/login/service/my-idp/callback"])
def test_names_that_a_caller_filled_in_lead_to_the_route_with_parameters_there(ask, question):
    assert ask(question)[0] == "routes/web.php"


def test_a_route_whose_prefix_is_added_elsewhere_comes_before_one_of_another_spelling_beside_that_prefix(ask):
    assert ask("GET /api/shelves/{id}/export")[0] == "routes/api.php"


@pytest.mark.parametrize(
    ("question", "path"),
    [("/v2/lamps/", "server/house/lamps.py"), ("/v2/attic/boxes", "server/house/boxes.py")],
)
def test_the_view_that_a_route_is_handed_to_comes_behind_the_route(ask, question, path):
    assert ask(question)[1] == path


@pytest.mark.parametrize(
    ("question", "line"),
    [
        ("POST /mugs/abc123/fill", "def fill"),
        ("what handles POST /mugs/:id/fill?", "def fill"),
        ("DELETE /mugs/7", "def destroy"),
        ("GET /mugs", "def index"),
        ("GET /mugs/:id", "def show"),
    ],
)
def test_a_route_that_no_string_holds_leads_to_the_controller_that_is_called_like_its_resource(shown, question, line):
    path, text = shown(question)
    assert path == "web/mugs_controller.rb"
    assert text.strip().startswith(line)


def test_the_action_of_a_route_comes_before_the_line_that_hands_it_its_resource(ask):
    assert ask("/v2/lamps/7/switch_off")[:2] == ["server/house/lamps.py", "server/urls.py"]


@pytest.mark.parametrize("question", ["who calls /baskets/:id", "where is /stats/folder used"])
def test_who_asks_for_the_callers_of_a_route_sees_them_first(ask, question):
    assert ask(question)[0] == "app/client.ts"


def test_a_file_of_the_root_is_no_route(ask):
    assert ask("/stats/folder.go")[0] == "stats/folder.go"


def test_the_lines_looked_for_grow_with_a_route_and_not_with_the_ways_to_part_it(ask, monkeypatch):
    parts = []
    monkeypatch.setattr(
        routes, "standing", lambda question, route, *within: parts.append(route) or standing(question, route, *within)
    )
    assert ask("/" + "/".join("abcdefghijkl") + "/ping")[0] == "lib/shop_web/router.ex"
    assert len(parts) < 500


@pytest.mark.parametrize("question", ["POST /v4/receipts", "GET /v4/receipts"])
def test_a_scope_serves_its_own_route_where_it_holds_an_empty_one(ask, question):
    assert ask(question)[0] == "server/routes/receipts.rs"


def test_the_handler_of_the_route_of_a_scope_follows(ask):
    assert ask("POST /v4/receipts")[:2] == ["server/routes/receipts.rs", "server/written.rs"]


@pytest.mark.parametrize(
    ("question", "path"),
    [
        ("which page is at /scales", "shop/app/(desk)/scales/page.tsx"),
        ("/scales/7", "shop/app/(desk)/scales/[id]/page.tsx"),
        ("which page shows /ribbons/7", "old/pages/ribbons/[id].vue"),
        ("where is the /ribbons page", "old/pages/ribbons/index.vue"),
        ("POST /api/ribbons", "old/server/api/ribbons.post.ts"),
        ("GET /api/ribbons", "old/server/api/ribbons.get.ts"),
    ],
)
def test_a_page_is_the_file_that_lies_where_its_route_says(codebase, question, path):
    assert found(codebase, question)[0] == path


def test_a_folder_called_pages_says_nothing_without_a_framework_that_makes_routes_of_files(codebase):
    assert found(codebase, "which page is at /rings")[0] == "assets/rings.ts"


def test_all_pages_are_the_files_that_show_one(codebase):
    paths = [path for path in found(codebase, "which pages are there") if path.startswith("shop/")]
    assert paths == [f"shop/app/{one}/page.tsx" for one in ("(desk)/scales/[id]", "(desk)/scales", "hooks")]
