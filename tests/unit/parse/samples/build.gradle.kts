plugins { kotlin("jvm") }

val title = "shop"

tasks.register<Copy>("bundle") {
    from("src")
}
